// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.etcd;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.etcd.EtcdLockProvider;
import io.distlock.provider.LockProvider;
import io.etcd.jetcd.Client;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks in etcd, without a server.
 */
class EtcdLockAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, EtcdLockAutoConfiguration.class,
				SslAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withPropertyValues("distlock.etcd.endpoints=http://127.0.0.1:1");

	@Test
	void endpointsLeadToTheLocksWithoutMore() {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(EtcdLockProvider.class);
			assertThat(context).doesNotHaveBean(Client.class);
		});
	}

	@Test
	void clientOfTheApplicationLeadsToTheLocks() {
		withClient(this.bare, "client").run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(EtcdLockProvider.class);
			assertThat(context.getBean(LockEtcd.class).get()).isSameAs(context.getBean("client"));
		});
	}

	@Test
	void severalClientsFailAndAreNamed() {
		withClient(withClient(this.bare, "sessions"), "discovery").run((context) -> assertFails(context,
				"several etcd Client beans", "sessions", "discovery", "@Primary", "distlock.etcd.endpoints"));
	}

	@Test
	void endpointsWinOverClientsOfTheApplication() {
		withClient(withClient(this.runner, "sessions"), "discovery").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(LockEtcd.class).get()).isNotIn(context.getBeansOfType(Client.class).values());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.etcd.username=locks", "distlock.etcd.ssl-bundle=locks" })
	void propertyThatTheClientOfTheApplicationDoesNotHeedFails(String property) {
		withClient(this.bare, "client").withPropertyValues(property)
			.run((context) -> assertFails(context, property.substring(0, property.indexOf('=')) + " is set",
					"distlock.etcd.endpoints"));
	}

	@Test
	void etcdWithoutAClientFailsAndSaysWhatToDo() {
		this.bare.withPropertyValues("distlock.provider=etcd")
			.run((context) -> assertFails(context, "neither an etcd Client bean nor", "Set distlock.etcd.endpoints",
					"io.etcd.jetcd.Client"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void emptyEndpointsAreNone(String endpoints) {
		this.bare.withPropertyValues("distlock.etcd.endpoints=" + endpoints)
			.run((context) -> assertFails(context, "distlock has no store for its locks",
					"On the class path: etcd, local."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://app:hidden@etcd1:2379", "http://app:hidden@etcd1" })
	void passwordInEndpointsFailsAndIsNotShown(String endpoints) {
		this.bare.withPropertyValues("distlock.etcd.endpoints=" + endpoints).run((context) -> {
			assertFails(context, "'distlock.etcd.endpoints' is 'http://***@etcd1");
			assertThat(context.getStartupFailure()).rootCause().message().doesNotContain("hidden");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			etcd1:2379                          | 'etcd1:2379' is not http://host:port
			http://etcd1                        | 'http://etcd1' is not http://host:port
			http://et cd:2379                   | 'http://et cd:2379' is no URL
			http://etcd1:2379,https://etcd2:2379| some begin with http, some with https
			,                                   | it names no member
			""")
	void endpointsThatCannotBeReadFail(String endpoints, String reason) {
		this.bare.withPropertyValues("distlock.etcd.endpoints=" + endpoints)
			.run((context) -> assertFails(context, "'distlock.etcd.endpoints' is '" + endpoints + "'", reason,
					"Write it as http://host:port,http://host:port"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.etcd.username=locks", "distlock.etcd.password=s3cret" })
	void userAndPasswordGoTogether(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertFails(context, "only one is set", "Set both, or none"));
	}

	@ParameterizedTest
	@CsvSource({ "http, which is not encrypted", "https, no such SSL bundle" })
	void bundleThatCannotBeUsedFails(String scheme, String reason) {
		this.bare
			.withPropertyValues("distlock.etcd.endpoints=" + scheme + "://127.0.0.1:1", "distlock.etcd.ssl-bundle=own")
			.run((context) -> assertFails(context, "distlock.etcd.ssl-bundle", reason));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/distlock", "distlock/", "" })
	void rootThatCannotBeUsedFails(String root) {
		this.runner.withPropertyValues("distlock.etcd.root-path=" + root)
			.run((context) -> assertFails(context, "'rootPath' must be a path without a slash"));
	}

	@Test
	void databaseAndEtcdFailWithTheChoiceSpelledOut() {
		withDatabase(this.runner).run((context) -> assertFails(context,
				"several stores that could hold its locks (etcd, jdbc)", "distlock.provider=etcd"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "etcd", "jdbc", "local" })
	void namedStoreIsUsedWhereADatabaseAndEtcdAreThere(String name) {
		withDatabase(this.runner).withPropertyValues("distlock.provider=" + name)
			.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo(name));
	}

	@Test
	void disabledLeavesEtcdAlone() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProvider.class).doesNotHaveBean(LockEtcd.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.etcd.jetcd", "io.distlock.etcd" })
	void endpointsWithoutTheModuleDoNotLeadElsewhereSilently(String missing) {
		withDatabase(this.runner).withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertFails(context, "(etcd, jdbc)"));
		this.runner.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertFails(context, "distlock-etcd or the client jetcd is not on the class path",
					"Add io.distlock:distlock-etcd"));
	}

	@Test
	void otherStoresDoWithoutTheModule() {
		this.bare.withClassLoader(new FilteredClassLoader("io.etcd.jetcd"))
			.withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	private static ApplicationContextRunner withClient(ApplicationContextRunner runner, String name) {
		return runner.withBean(name, Client.class, () -> Client.builder().endpoints("http://127.0.0.1:1").build());
	}

	private static ApplicationContextRunner withDatabase(ApplicationContextRunner runner) {
		return runner.withConfiguration(
				AutoConfigurations.of(JdbcLockAutoConfiguration.class, DataSourceAutoConfiguration.class));
	}

	private static void assertFails(AssertableApplicationContext context, String... parts) {
		assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.message()
			.contains(parts);
	}

}
