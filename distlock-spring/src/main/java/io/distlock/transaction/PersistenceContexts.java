// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import jakarta.persistence.EntityManager;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Looks into the persistence contexts that are bound to this thread.
 */
final class PersistenceContexts {

	private static final ClassLoader CLASSES = PersistenceContexts.class.getClassLoader();

	private static final boolean JPA = ClassUtils.isPresent("org.springframework.orm.jpa.EntityManagerHolder", CLASSES)
			&& ClassUtils.isPresent("jakarta.persistence.EntityManager", CLASSES);

	private static final boolean HIBERNATE = ClassUtils.isPresent("org.hibernate.Session", CLASSES);

	/**
	 * Describe the entities that are loaded already, which queries return as they are.
	 * @return the description, or {@code null} if there are none
	 */
	@Nullable String findLoaded() {
		return JPA ? Jpa.findLoaded() : null;
	}

	/**
	 * Code that needs JPA.
	 */
	private static final class Jpa {

		private Jpa() {
		}

		static @Nullable String findLoaded() {
			return TransactionSynchronizationManager.getResourceMap()
				.values()
				.stream()
				.filter(EntityManagerHolder.class::isInstance)
				.map((holder) -> describe(((EntityManagerHolder) holder).getEntityManager()))
				.filter((description) -> !description.isEmpty())
				.findFirst()
				.orElse(null);
		}

		private static String describe(EntityManager entityManager) {
			if (!HIBERNATE || !Hibernate.isUsedBy(entityManager)) {
				return "a persistence context was already open, which may hold entities";
			}
			int entities = Hibernate.count(entityManager);
			return (entities > 0) ? "a persistence context was already open, with %d loaded %s".formatted(entities,
					(entities == 1) ? "entity" : "entities") : "";
		}

	}

	/**
	 * Code that needs Hibernate.
	 */
	private static final class Hibernate {

		private Hibernate() {
		}

		static boolean isUsedBy(EntityManager entityManager) {
			return entityManager instanceof Session || entityManager.getDelegate() instanceof Session;
		}

		static int count(EntityManager entityManager) {
			return entityManager.isOpen() ? entityManager.unwrap(Session.class).getStatistics().getEntityCount() : 0;
		}

	}

}
