package io.distlock.autoconfigure;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Locks inside this process, for tests and single-node development.
 */
@Configuration(proxyBeanMethods = false)
class LocalLockConfiguration {

	@Bean
	LockProviderCandidate distlockLocalProviderCandidate() {
		return new LocalLockProviderCandidate();
	}

}
