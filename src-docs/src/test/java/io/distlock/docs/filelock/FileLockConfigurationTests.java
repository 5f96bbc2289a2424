// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.nio.file.Path;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two applications that share a directory exclude each other.
 */
class FileLockConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(FileLockConfiguration.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class));

	@Test
	void applicationsExcludeEachOther(@TempDir Path directory) {
		ApplicationContextRunner sharing = this.runner.withPropertyValues("file-locks.directory=" + directory);
		sharing.run((one) -> sharing.run((other) -> {
			try (HeldLock lock = one.getBean(LockTemplate.class).acquire("key")) {
				assertThat(lock.isHeld()).isTrue();
				assertThat(other.getBean(LockTemplate.class).tryAcquire("key")).isEmpty();
			}
			try (HeldLock next = other.getBean(LockTemplate.class).acquire("key")) {
				assertThat(next.isHeld()).isTrue();
			}
		}));
	}

}
