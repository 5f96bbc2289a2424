// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.concurrent.locks.Lock;

import io.distlock.LockOperations;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Keeps the locks of Spring Integration in the store of distlock.
 */
@Configuration(proxyBeanMethods = false)
class IntegrationLocks {

	// tag::registry[]
	@Bean
	LockRegistry<Lock> lockRegistry(LockOperations locks) {
		return (key) -> locks.asLock("integration:" + key);
	}
	// end::registry[]

}
