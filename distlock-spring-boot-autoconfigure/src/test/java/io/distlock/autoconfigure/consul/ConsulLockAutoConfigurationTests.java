// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.consul;

import java.net.URI;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.consul.ConsulClient;
import io.distlock.consul.ConsulLockProvider;
import io.distlock.provider.LockProvider;
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
 * Which client leads to the locks in Consul, without a server.
 */
class ConsulLockAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, ConsulLockAutoConfiguration.class,
				SslAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withPropertyValues("distlock.consul.url=http://127.0.0.1:1");

	@Test
	void urlLeadsToTheLocksWithoutMore() {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(ConsulLockProvider.class);
			assertThat(context).doesNotHaveBean(ConsulClient.class);
		});
	}

	@Test
	void clientOfTheApplicationLeadsToTheLocks() {
		withClient(this.bare, "client").run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(ConsulLockProvider.class);
			assertThat(context.getBean(LockConsul.class).get()).isSameAs(context.getBean("client"));
		});
	}

	@Test
	void severalClientsFailAndAreNamed() {
		withClient(withClient(this.bare, "sessions"), "discovery").run((context) -> assertFails(context,
				"several ConsulClient beans", "sessions", "discovery", "@Primary", "distlock.consul.url"));
	}

	@Test
	void urlWinsOverClientsOfTheApplication() {
		withClient(withClient(this.runner, "sessions"), "discovery").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(LockConsul.class).get())
				.isNotIn(context.getBeansOfType(ConsulClient.class).values());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.consul.token=locks", "distlock.consul.ssl-bundle=locks" })
	void propertyThatTheClientOfTheApplicationDoesNotHeedFails(String property) {
		withClient(this.bare, "client").withPropertyValues(property)
			.run((context) -> assertFails(context, property.substring(0, property.indexOf('=')) + " is set",
					"distlock.consul.url"));
	}

	@Test
	void consulWithoutAClientFailsAndSaysWhatToDo() {
		this.bare.withPropertyValues("distlock.provider=consul")
			.run((context) -> assertFails(context, "neither distlock.consul.url nor a ConsulClient bean",
					"Set distlock.consul.url", "io.distlock.consul.ConsulClient"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void emptyUrlIsNone(String endpoints) {
		this.bare.withPropertyValues("distlock.consul.url=" + endpoints)
			.run((context) -> assertFails(context, "distlock has no store for its locks",
					"On the class path: consul, local."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://app:hidden@consul1:2379", "http://app:hidden@consul1" })
	void passwordInTheUrlFailsAndIsNotShown(String endpoints) {
		this.bare.withPropertyValues("distlock.consul.url=" + endpoints).run((context) -> {
			assertFails(context, "'distlock.consul.url' is 'http://***@consul1");
			assertThat(context.getStartupFailure()).rootCause().message().doesNotContain("hidden");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			consul1:8500      | it is not http://host:port
			consul1           | it is not http://host:port
			http://con sul:80 | it is no URL
			""")
	void urlThatCannotBeReadFails(String url, String reason) {
		this.bare.withPropertyValues("distlock.consul.url=" + url)
			.run((context) -> assertFails(context, "'distlock.consul.url' is '" + url + "'", reason,
					"Write it as http://localhost:8500"));
	}

	@ParameterizedTest
	@CsvSource({ "http, which is not encrypted", "https, no such SSL bundle" })
	void bundleThatCannotBeUsedFails(String scheme, String reason) {
		this.bare
			.withPropertyValues("distlock.consul.url=" + scheme + "://127.0.0.1:1", "distlock.consul.ssl-bundle=own")
			.run((context) -> assertFails(context, "distlock.consul.ssl-bundle", reason));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/distlock", "distlock/", "" })
	void rootThatCannotBeUsedFails(String root) {
		this.runner.withPropertyValues("distlock.consul.root-path=" + root)
			.run((context) -> assertFails(context, "'rootPath' must be a path without a slash"));
	}

	@Test
	void databaseAndConsulFailWithTheChoiceSpelledOut() {
		withDatabase(this.runner).run((context) -> assertFails(context,
				"several stores that could hold its locks (consul, jdbc)", "distlock.provider=consul"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "consul", "jdbc", "local" })
	void namedStoreIsUsedWhereADatabaseAndConsulAreThere(String name) {
		withDatabase(this.runner).withPropertyValues("distlock.provider=" + name)
			.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo(name));
	}

	@Test
	void disabledLeavesConsulAlone() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProvider.class)
				.doesNotHaveBean(LockConsul.class));
	}

	@Test
	void urlWithoutTheModuleDoesNotLeadElsewhereSilently() {
		FilteredClassLoader without = new FilteredClassLoader("io.distlock.consul");
		withDatabase(this.runner).withClassLoader(without).run((context) -> assertFails(context, "(consul, jdbc)"));
		this.runner.withClassLoader(without)
			.run((context) -> assertFails(context, "distlock-consul is not on the class path",
					"Add io.distlock:distlock-consul"));
	}

	@Test
	void otherStoresDoWithoutTheModule() {
		this.bare.withClassLoader(new FilteredClassLoader("io.distlock.consul"))
			.withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	private static ApplicationContextRunner withClient(ApplicationContextRunner runner, String name) {
		return runner.withBean(name, ConsulClient.class, () -> ConsulClient.of(URI.create("http://127.0.0.1:1")));
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
