// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.liquibase;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.distlock.LockOperations;
import liquibase.Liquibase;
import liquibase.database.Database;
import liquibase.integration.spring.Customizer;
import liquibase.integration.spring.SpringLiquibase;
import liquibase.lockservice.LockServiceFactory;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Gives the migrations of all {@link SpringLiquibase} beans our lock.
 */
final class LiquibaseLocking implements BeanPostProcessor {

	private final Supplier<LockOperations> locks;

	private final Map<String, Database> databases = new ConcurrentHashMap<>();

	LiquibaseLocking(Supplier<LockOperations> locks) {
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
