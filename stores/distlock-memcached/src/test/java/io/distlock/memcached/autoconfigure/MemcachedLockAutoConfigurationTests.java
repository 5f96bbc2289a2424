// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

import io.distlock.autoconfigure.store.ClientCandidateContract;
import io.distlock.memcached.MemcachedLockProvider;
import io.distlock.provider.LockProvider;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.MemcachedClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks in Memcached, and which values are refused.
 */
@ExtendWith(OutputCaptureExtension.class)
class MemcachedLockAutoConfigurationTests extends ClientCandidateContract<MemcachedClient> {

	MemcachedLockAutoConfigurationTests() {
		super(MemcachedLockAutoConfiguration.class, "memcached", "distlock.memcached.servers=127.0.0.1:1",
				MemcachedClient.class, "MemcachedClient");
	}

	@Override
	protected MemcachedClient newClient() {
		try {
			return new MemcachedClient(new ConnectionFactoryBuilder().setDaemon(true).build(),
					List.of(new InetSocketAddress("127.0.0.1", 1)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	protected List<String> ignoredProperties() {
		return List.of();
	}

	@Override
	protected List<String> neededPackages() {
		return List.of();
	}

	@Override
	protected Optional<Object> used(AssertableApplicationContext context) {
		return Optional.empty();
	}

	@Test
	void serversLeadToTheLocksAndTheLogSaysWhatTheyAreNot(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(MemcachedLockProvider.class);
			assertThat(context).doesNotHaveBean(MemcachedClient.class);
		});
		assertThat(output).containsOnlyOnce("Locks in Memcached seldom let two nodes do the same work")
			.contains("keep the locks in a database, Redis, ZooKeeper, etcd or Consul");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			,                           | it names no server
			127.0.0.1                   | '127.0.0.1' is not host:port
			http://127.0.0.1:1          | 'http://127.0.0.1:1' is not host:port
			127.0.0.1:1, not a host:2   | 'not a host:2' is not host:port
			127.0.0.1:1/locks           | '127.0.0.1:1/locks' is not host:port
			127.0.0.1:1,127.0.0.1:1     | it names a server twice
			unknown.invalid:1           | the host 'unknown.invalid' is not known
			""")
	void serversThatCannotBeReadFail(String servers, String reason) {
		this.bare.withPropertyValues("distlock.memcached.servers=" + servers)
			.run((context) -> assertFails(context, "'distlock.memcached.servers' is '" + servers + "'", reason,
					"Write it as host:port,host:port"));
	}

}
