// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Duration;

import io.distlock.LockEngine;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A lock around the migrations of Flyway.
 */
@Configuration(proxyBeanMethods = false)
class FlywayLock {

	// tag::flyway[]
	@Bean
	FlywayMigrationStrategy oneNodeMigrates(ObjectProvider<LockEngine> engine) {
		LockRequest request = LockRequest.of("flyway:shop").waitTime(Duration.ofMinutes(10));
		return (flyway) -> new LockTemplate(engine.getObject()).executeWithoutResult(request,
				(lock) -> flyway.migrate());
	}
	// end::flyway[]

}
