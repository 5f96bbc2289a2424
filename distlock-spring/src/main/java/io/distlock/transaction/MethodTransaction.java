// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction of a method.
 *
 * @param attribute what the method says of it
 * @param manager its manager, {@code null} if none was found
 */
record MethodTransaction(TransactionAttribute attribute, @Nullable Object manager) {

	/**
	 * Return whether the method is part of a transaction that is active on this thread.
	 */
	boolean joins() {
		return switch (this.attribute.getPropagationBehavior()) {
			case TransactionDefinition.PROPAGATION_REQUIRES_NEW, TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
					TransactionDefinition.PROPAGATION_NEVER ->
				false;
			default -> isActive();
		};
	}

	/**
	 * Return whether the method begins a transaction, if it joins none.
	 */
	boolean begins() {
		return switch (this.attribute.getPropagationBehavior()) {
			case TransactionDefinition.PROPAGATION_REQUIRED, TransactionDefinition.PROPAGATION_REQUIRES_NEW,
					TransactionDefinition.PROPAGATION_NESTED ->
				true;
			default -> false;
		};
	}

	/**
	 * Return whether the manager reports to a step when a transaction begins.
	 */
	boolean isReportedTo(TransactionHook.Step step) {
		return this.manager instanceof ConfigurableTransactionManager configurable
				&& configurable.getTransactionExecutionListeners()
					.stream()
					.anyMatch((listener) -> listener instanceof TransactionHook hook && hook.step() == step);
	}

	/**
	 * Ask the manager for a transaction of its own: this thread may be in one of another
	 * manager. Nothing begins, and nothing is to be ended.
	 */
	private boolean isActive() {
		if (!TransactionSynchronizationManager.isActualTransactionActive()
				|| !(this.manager instanceof PlatformTransactionManager platform)) {
			return false;
		}
		try {
			platform.getTransaction(new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY));
			return true;
		}
		catch (IllegalTransactionStateException ex) {
			return false;
		}
	}

}
