// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.store.ConnectionDetailsContract;
import io.distlock.testserver.MemcachedServer;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connection details for Memcached.
 */
class MemcachedConnectionDetailsTests extends ConnectionDetailsContract<MemcachedConnectionDetails> {

	MemcachedConnectionDetailsTests() {
		super(MemcachedLockAutoConfiguration.class, MemcachedConnectionDetails.class,
				"distlock.memcached.servers=localhost:1");
	}

	@Override
	protected MemcachedConnectionDetails details() {
		String servers = MemcachedServer.shared().address();
		return () -> servers;
	}

	@Test
	void valueThatCannotBeUsedIsReportedAsThatOfTheBean() {
		new ApplicationContextRunner().withBean(LockUser.class)
			.withConfiguration(
					AutoConfigurations.of(DistlockAutoConfiguration.class, MemcachedLockAutoConfiguration.class))
			.withBean(MemcachedConnectionDetails.class, () -> () -> "cache1")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("'MemcachedConnectionDetails.servers' is 'cache1', which cannot be used"));
	}

}
