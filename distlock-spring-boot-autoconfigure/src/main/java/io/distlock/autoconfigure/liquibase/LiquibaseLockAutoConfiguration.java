// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.liquibase;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.distlock.LockEngine;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.internal.DistlockLiquibaseProperties;
import io.distlock.autoconfigure.internal.DistlockLockService;
import liquibase.Liquibase;
import liquibase.database.Database;
import liquibase.integration.spring.Customizer;
import liquibase.integration.spring.SpringLiquibase;
import liquibase.lockservice.LockServiceFactory;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.annotation.RegisterReflection;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
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
		 * Create the post-processor, independent of transactions: transaction managers
		 * may wait for the migration.
		 */
		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LiquibaseLocking distlockLiquibaseLocking(ObjectProvider<LockEngine> engine) {
			return new LiquibaseLocking(engine::getObject);
		}

	}

	/**
	 * Applies the lock to the migrations of all {@link SpringLiquibase} beans.
	 */
	static final class LiquibaseLocking implements BeanPostProcessor {

		private final Supplier<LockEngine> locks;

		private final Map<String, Database> databases = new ConcurrentHashMap<>();

		LiquibaseLocking(Supplier<LockEngine> locks) {
			this.locks = locks;
		}

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			if (bean instanceof SpringLiquibase liquibase) {
				Customizer<Liquibase> own = liquibase.getCustomizer();
				liquibase.setCustomizer((migration) -> {
					if (own != null) {
						own.customize(migration);
					}
					protect(beanName, migration.getDatabase());
				});
			}
			return bean;
		}

		private void protect(String beanName, Database database) {
			this.databases.put(beanName, database);
			DistlockLockService.protect(database, this.locks.get());
			LockServiceFactory.getInstance().register(new DistlockLockService());
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			if (bean instanceof SpringLiquibase) {
				Database database = this.databases.remove(beanName);
				if (database != null) {
					DistlockLockService.forget(database);
				}
			}
			return bean;
		}

	}

}
