// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.memcached.MemcachedLockProvider;
import io.distlock.provider.LockProvider;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.MemcachedClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks in Memcached, without a server.
 */
@ExtendWith(OutputCaptureExtension.class)
class MemcachedLockAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(
				AutoConfigurations.of(DistlockAutoConfiguration.class, MemcachedLockAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withPropertyValues("distlock.memcached.servers=127.0.0.1:1");

	@Test
	void serversLeadToTheLocksAndTheLogSaysWhatTheyAreNot(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(MemcachedLockProvider.class);
			assertThat(context).doesNotHaveBean(MemcachedClient.class);
		});
		assertThat(output).containsOnlyOnce("Locks in Memcached seldom let two nodes do the same work")
			.contains("keep the locks in a database, Redis, ZooKeeper, etcd or Consul");
	}

	@Test
	void clientOfTheApplicationLeadsToTheLocks() {
		withClient(this.bare, "cache").run(
				(context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(MemcachedLockProvider.class));
	}

	@Test
	void severalClientsFailAndAreNamed() {
		withClient(withClient(this.bare, "cache"), "sessions").run((context) -> assertFails(context,
				"several MemcachedClient beans", "cache", "sessions", "@Primary", "distlock.memcached.servers"));
	}

	@Test
	void serversWinOverClientsOfTheApplication() {
		withClient(withClient(this.runner, "cache"), "sessions").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void memcachedWithoutAClientFailsAndSaysWhatToDo() {
		this.bare.withPropertyValues("distlock.provider=memcached")
			.run((context) -> assertFails(context, "neither distlock.memcached.servers nor a MemcachedClient bean",
					"Set distlock.memcached.servers", "net.spy.memcached.MemcachedClient"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void emptyTextNamesNoServers(String servers) {
		this.bare.withPropertyValues("distlock.memcached.servers=" + servers)
			.run((context) -> assertFails(context, "distlock has no store for its locks",
					"On the class path: local, memcached."));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			,                           | it names no server
			127.0.0.1                   | '127.0.0.1' is not host:port
			http://127.0.0.1:1          | 'http://127.0.0.1:1' is not host:port
			127.0.0.1:1, not a host:2   | 'not a host:2' is not host:port
			app@127.0.0.1:1             | 'app@127.0.0.1:1' is not host:port
			127.0.0.1:1/locks           | '127.0.0.1:1/locks' is not host:port
			127.0.0.1:1,127.0.0.1:1     | it names a server twice
			unknown.invalid:1           | the host 'unknown.invalid' is not known
			""")
	void serversThatCannotBeReadFail(String servers, String reason) {
		this.bare.withPropertyValues("distlock.memcached.servers=" + servers)
			.run((context) -> assertFails(context, "'distlock.memcached.servers' is '" + servers + "'", reason,
					"Write it as host:port,host:port"));
	}

	@Test
	void databaseAndMemcachedFailWithTheChoiceSpelledOut() {
		withDatabase(this.runner).run((context) -> assertFails(context,
				"several stores that could hold its locks (jdbc, memcached)", "distlock.provider=jdbc"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "memcached", "jdbc", "local" })
	void namedStoreIsUsedWhereADatabaseAndMemcachedAreThere(String name) {
		withDatabase(this.runner).withPropertyValues("distlock.provider=" + name)
			.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo(name));
	}

	@Test
	void disabledLeavesMemcachedAlone() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProvider.class)
				.doesNotHaveBean(LockMemcached.class));
	}

	@Test
	void serversWithoutTheModuleDoNotLeadElsewhereSilently() {
		FilteredClassLoader without = new FilteredClassLoader("io.distlock.memcached");
		withDatabase(this.runner).withClassLoader(without).run((context) -> assertFails(context, "(jdbc, memcached)"));
		this.runner.withClassLoader(without)
			.run((context) -> assertFails(context, "distlock-memcached is not on the class path",
					"Add io.distlock:distlock-memcached"));
	}

	@Test
	void otherStoresDoWithoutTheModule() {
		this.bare.withClassLoader(new FilteredClassLoader("io.distlock.memcached", "net.spy.memcached"))
			.withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	private static ApplicationContextRunner withClient(ApplicationContextRunner runner, String name) {
		return runner.withBean(name, MemcachedClient.class, MemcachedLockAutoConfigurationTests::client,
				(definition) -> definition.setDestroyMethodName("shutdown"));
	}

	private static MemcachedClient client() {
		try {
			return new MemcachedClient(new ConnectionFactoryBuilder().setDaemon(true).build(),
					List.of(new InetSocketAddress("127.0.0.1", 1)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
