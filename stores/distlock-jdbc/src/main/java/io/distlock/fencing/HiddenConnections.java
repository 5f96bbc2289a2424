// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.HeldLock;
import io.distlock.provider.LockKey;
import jakarta.persistence.EntityManagerFactory;

import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Finds transactions that may be those of a database, and do not show their connection.
 * Those of message brokers show what they are about, and are left alone.
 */
final class HiddenConnections {

	private static final ClassLoader CLASSES = HiddenConnections.class.getClassLoader();

	private static final boolean JPA = ClassUtils.isPresent("org.springframework.orm.jpa.EntityManagerHolder", CLASSES)
			&& ClassUtils.isPresent("jakarta.persistence.EntityManager", CLASSES);

	private HiddenConnections() {
	}

	static boolean isBound() {
		return JPA && Jpa.isBound();
	}

	// Returns whether a manager, none of whose connections is bound, may be one of a
	// database.
	static boolean mayBeOf(Object manager) {
		return !(manager instanceof ResourceTransactionManager resources)
				|| (JPA && Jpa.isFactory(resources.getResourceFactory()));
	}

	static FencingException refused(HeldLock lock) {
		return new FencingException(lock.key(),
				"The fencing token of lock '%s' cannot be checked: the transaction does not expose its JDBC connection. Give the JpaTransactionManager, or its EntityManagerFactory, a JpaVendorAdapter whose dialect exposes it, as that of Hibernate does; in container transactions (JTA) omit 'fenced', and call FencingGuard.check(lock)"
					.formatted(LockKey.shown(lock.key())),
				null);
	}

	/**
	 * Code that needs JPA.
	 */
	private static final class Jpa {

		private Jpa() {
		}

		static boolean isBound() {
			return TransactionSynchronizationManager.getResourceMap()
				.values()
				.stream()
				.anyMatch((resource) -> resource instanceof EntityManagerHolder holder
						&& holder.isSynchronizedWithTransaction());
		}

		static boolean isFactory(Object resource) {
			return resource instanceof EntityManagerFactory;
		}

	}

}
