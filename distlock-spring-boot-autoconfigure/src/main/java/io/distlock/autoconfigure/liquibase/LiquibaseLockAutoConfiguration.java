// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.liquibase;

import io.distlock.LockEngine;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import liquibase.integration.spring.SpringLiquibase;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.annotation.RegisterReflection;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/**
 * Auto-configuration for a lock around the migrations of Liquibase.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class)
@ConditionalOnClass(SpringLiquibase.class)
@EnableConfigurationProperties(DistlockLiquibaseProperties.class)
public final class LiquibaseLockAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
	@ConditionalOnBooleanProperty(name = DistlockLiquibaseProperties.ENABLED)
	@RegisterReflection(classes = DistlockLockService.class,
			memberCategories = MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS)
	static class MigrationConfiguration {

		/**
		 * Knows of no transaction: transaction managers may wait for the migration.
		 */
		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LiquibaseLocking distlockLiquibaseLocking(ObjectProvider<LockEngine> engine) {
			return new LiquibaseLocking(() -> new LockTemplate(engine.getObject()));
		}

	}

}
