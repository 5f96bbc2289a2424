// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Passwords are in no message, log line or text of an object, also where the store does
 * not answer and everything is told that is known.
 */
@ExtendWith(OutputCaptureExtension.class)
class SecretsTests {

	private static final String PASSWORD = "hidden";

	@ParameterizedTest(name = "{index}")
	@ValueSource(strings = {
			"distlock.provider=jdbc spring.datasource.url=jdbc:postgresql://127.0.0.1:1/shop?password=hidden1&connectTimeout=1 "
					+ "spring.datasource.username=app spring.datasource.password=hidden2 "
					+ "spring.datasource.hikari.connection-timeout=500 spring.datasource.hikari.initialization-fail-timeout=-1",
			"distlock.provider=redis spring.data.redis.url=redis://app:hidden1@127.0.0.1:1 spring.data.redis.timeout=500ms",
			"distlock.provider=redis distlock.redis.redlock.nodes=redis://app:hidden1@127.0.0.1:1,redis://:hidden2@127.0.0.1:2,"
					+ "redis://127.0.0.1:3 spring.data.redis.password=hidden3",
			"distlock.provider=zookeeper distlock.zookeeper.connect-string=127.0.0.1:1 "
					+ "distlock.zookeeper.auth=digest:app:hidden1",
			"distlock.provider=etcd distlock.etcd.endpoints=http://127.0.0.1:1 "
					+ "distlock.etcd.username=app distlock.etcd.password=hidden1",
			"distlock.provider=consul distlock.consul.url=http://127.0.0.1:1 distlock.consul.token=hidden1",
			"distlock.provider=azure-blob distlock.azure-blob.container=locks distlock.azure-blob.connection-string="
					+ "AccountName=shop;AccountKey=hidden1w;BlobEndpoint=http://127.0.0.1:1/shop" })
	void passwordsAreShownNowhere(String properties, CapturedOutput output) {
		assertThat(told(properties, output)).contains("127.0.0.1").doesNotContain(PASSWORD);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			consul     | distlock.consul.url               | {http}app:pa/hidden@127.0.0.1:8500
			consul     | distlock.consul.url               | {http}app:pa?hidden@127.0.0.1:8500
			consul     | distlock.consul.url               | {http}app:hidden?hidden@127.0.0.1:8500
			consul     | distlock.consul.url               | {http}app:pa#hidden@127.0.0.1:8500
			consul     | distlock.consul.url               | {http}app:pa@hidden@127.0.0.1:8500
			consul     | distlock.consul.url               | app:hidden@127.0.0.1:8500
			consul     | distlock.consul.url               | http:app:hidden@127.0.0.1:8500
			consul     | distlock.consul.url               | {http}127.0.0.1:1/?token=hidden
			consul     | distlock.consul.url               | {http}127.0.0.1:1/?token=a@hidden
			consul     | distlock.consul.url               | {http}127.0.0.1:1/#hidden
			etcd       | distlock.etcd.endpoints           | {http}app:pa/hidden@127.0.0.1:2379
			etcd       | distlock.etcd.endpoints           | {http}app:hidden,hidden@127.0.0.1:2379
			etcd       | distlock.etcd.endpoints           | app:hidden@127.0.0.1:2379
			etcd       | distlock.etcd.endpoints           | {http}a:hidden@127.0.0.1:1,{http}b:hidden@127.0.0.1:2
			etcd       | distlock.etcd.endpoints           | {http}127.0.0.1:1,b:hidden@127.0.0.1:2
			etcd       | distlock.etcd.endpoints           | {http}127.0.0.1:2379/?password=hidden
			memcached  | distlock.memcached.servers        | app:hidden@127.0.0.1:11211
			memcached  | distlock.memcached.servers        | app:hidden,hidden@127.0.0.1:11211
			memcached  | distlock.memcached.servers        | memcached://app:hidden@127.0.0.1:11211
			memcached  | distlock.memcached.servers        | 127.0.0.1:11211?password=hidden
			zookeeper  | distlock.zookeeper.connect-string | app:hidden@127.0.0.1:2181
			zookeeper  | distlock.zookeeper.connect-string | app:hidden,hidden@127.0.0.1:2181
			zookeeper  | distlock.zookeeper.connect-string | 127.0.0.1:2181/a//b?password=hidden
			redis      | distlock.redis.redlock.nodes      | redis://:pa/hidden@127.0.0.1:1,redis://h:2,redis://h:3
			redis      | distlock.redis.redlock.nodes      | app:hidden@127.0.0.1:1,redis://h:2,redis://h:3
			redis      | distlock.redis.redlock.factories  | redis://:hidden@127.0.0.1:1,redis://h:2,redis://h:3
			azure-blob | distlock.azure-blob.container     | https://shop.blob.core.windows.net/locks?sig=hidden
			""")
	void malformedSettingShowsNoPassword(String provider, String property, String value, CapturedOutput output) {
		String url = value.replace("{http}", "http:" + "//");
		String told = told("distlock.provider=" + provider + " " + property + "=" + url, output);
		assertThat(told).contains("LockConfigurationException").contains(property).doesNotContain(PASSWORD);
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"distlock.provider=azure-blob distlock.azure-blob.container=locks "
					+ "distlock.azure-blob.connection-string=AccountKey=hidden",
			"distlock.provider=zookeeper distlock.zookeeper.connect-string=127.0.0.1:1 distlock.zookeeper.auth=app_hidden",
			"distlock.provider=jdbc spring.datasource.url=jdbc:h2:mem:secrets;PASSWORD=hidden;USER=sa "
					+ "distlock.jdbc.table-prefix=a;b" })
	void malformedSecretIsNotShown(String properties, CapturedOutput output) {
		String told = told(properties, output);
		assertThat(told).contains("LockConfigurationException").doesNotContain(PASSWORD);
	}

	private static String told(String properties, CapturedOutput output) {
		List<String> told = new ArrayList<>();
		List<String> all = new ArrayList<>(List.of(properties.split(" ")));
		all.addAll(List.of("debug=true", "logging.level.io.distlock=trace", "spring.main.banner-mode=off"));
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties(all.toArray(String[]::new))
			.run()) {
			told.add(context.getBean(LockProvider.class).toString());
			told.add(failure(() -> context.getBean(LockOperations.class)
				.tryAcquire(LockRequest.of("order").waitTime(Duration.ofMillis(100)))));
		}
		catch (RuntimeException ex) {
			told.add(text(ex));
		}
		told.add(output.getAll());
		return String.join("\n", told);
	}

	private static String failure(Runnable action) {
		try {
			action.run();
			return "";
		}
		catch (RuntimeException ex) {
			return text(ex);
		}
	}

	private static String text(Throwable failure) {
		StringWriter text = new StringWriter();
		failure.printStackTrace(new PrintWriter(text));
		return text.toString();
	}

	/**
	 * An application that wants locks.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			exclude = { HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class })
	@Import(LockUser.class)
	static class Application {

	}

}
