// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.autoconfigure.store.LockConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What addresses of masters are read as, and what is said about those that cannot be
 * read.
 */
class RedlockMastersTests {

	private static final String PROPERTY = "distlock.redis.redlock.nodes";

	@ParameterizedTest
	@CsvSource({ "redis://a:7000, redis://a:7000, a:7000",
			"rediss://a.example.org, rediss://a.example.org:6379, a.example.org:6379",
			"redis+tls://a, rediss://a:6379, a:6379", "redis://10.0.0.1:1/, redis://10.0.0.1:1, 10.0.0.1:1",
			"redis://a/12, redis://a:6379/12, a:6379", "' redis://a:65535/0 ', redis://a:65535, a:65535",
			"rediss://me:secret@[::1]:7000/3, rediss://[::1]:7000/3, [::1]:7000",
			"redis://:p%40%2F%3A@a, redis://a:6379, a:6379", "redis://me:secret:more@a_b, redis://a_b:6379, a_b:6379" })
	void addressesAreReadAndShownWithoutCredentials(String text, String shown, String server) {
		RedlockMasters.Master master = read(text);
		assertThat(master).hasToString(shown).extracting(RedlockMasters.Master::name).isEqualTo(shown);
		assertThat(master.server()).isEqualTo(server);
		assertThat(master.property()).isEqualTo(PROPERTY + "[0]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a:7000", "10.0.0.1:6379", "http://a", "REDIS://a", "redis://", "redis:a",
			"redis:///1", "redis://a_b:x", "redis://a:65536", "redis://a:x", "redis://a/x", "redis://a/-1",
			"redis://a/1/2", "redis://a/9999999999", "redis://a?timeout=1s", "redis://a#1", "redis://a b",
			"redis-sentinel://a#m", "redis-socket:///tmp/redis" })
	void addressThatCannotBeReadIsRefusedByName(String text) {
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(() -> read(text))
			.withMessageContaining("'" + PROPERTY + "[0]' is not the address of one Redis server")
			.withMessageContaining("redis[s]://[[user]:password@]host[:port][/db]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis://me:secret@", "redis://me:secret@a:x", "http://me:secret@a", "me:secret@a",
			"redis://me:secr@et@a b", "redis://me:sec/ret@a", "redis://me:sec#secret@a", "redis://me:sec?secret@a",
			"redis://a?password=secret", "redis://me:secret%zz@a", "redis:me:secret@a", "redis://me:secret@a/x",
			"redis://secret#x@a", "redis://secret?x@a" })
	void refusalShowsNoPassword(String text) {
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(() -> read(text))
			.withMessageContaining(PROPERTY)
			.satisfies((ex) -> assertThat(ex).hasNoCause())
			.satisfies((ex) -> assertThat(ex.toString()).doesNotContain("secr")
				.doesNotContain("me:")
				.doesNotContain("ret@"));
	}

	@Test
	void connectionsAreSetUpAsThoseOfTheApplication() {
		RedlockMasters masters = masters(Map.of("spring.data.redis.client-name", "shop", "spring.data.redis.timeout",
				"700ms", "spring.data.redis.connect-timeout", "300ms"));
		LettuceConnectionFactory factory = masters.newFactory(new RedisStandaloneConfiguration("127.0.0.1", 1), true);
		assertThat(factory.getClientName()).isEqualTo("shop");
		assertThat(factory.isUseSsl()).isTrue();
		assertThat(factory.getClientConfiguration().getCommandTimeout()).isEqualTo(Duration.ofMillis(700));
		assertThat(factory.getClientConfiguration().getClientOptions())
			.hasValueSatisfying((options) -> assertThat(options.getSocketOptions().getConnectTimeout())
				.isEqualTo(Duration.ofMillis(300)));
		factory.destroy();
		masters.destroy();
	}

	private static RedlockMasters.Master read(String text) {
		return masters(Map.of()).at(PROPERTY, List.of(text)).get(0);
	}

	private static RedlockMasters masters(Map<String, String> properties) {
		StaticListableBeanFactory beans = new StaticListableBeanFactory();
		return new RedlockMasters(beans, new Binder(new MapConfigurationPropertySource(properties)),
				beans.getBeanProvider(SslBundles.class));
	}

}
