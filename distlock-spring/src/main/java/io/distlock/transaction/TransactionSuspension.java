// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.distlock.LockedMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Knows the locked methods that suspend the transaction of their caller, since they run
 * in one of their own, or in none.
 *
 * @since 0.1.0
 */
public final class TransactionSuspension implements Predicate<LockedMethod> {

	private final Supplier<List<TransactionAttributeSource>> finder;

	private volatile @Nullable List<TransactionAttributeSource> sources;

	/**
	 * Create an instance.
	 * @param finder finds what knows the transactions of methods, asked once, at the
	 * first call in a transaction
	 */
	public TransactionSuspension(Supplier<List<TransactionAttributeSource>> finder) {
		this.finder = finder;
	}

	@Override
	public boolean test(LockedMethod method) {
		return sources().stream()
			.map((source) -> source.getTransactionAttribute(method.method(), method.targetClass()))
			.anyMatch(TransactionSuspension::suspendsOther);
	}

	private static boolean suspendsOther(@Nullable TransactionAttribute attribute) {
		int propagation = (attribute != null) ? attribute.getPropagationBehavior()
				: TransactionDefinition.PROPAGATION_REQUIRED;
		return propagation == TransactionDefinition.PROPAGATION_REQUIRES_NEW
				|| propagation == TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
	}

	private List<TransactionAttributeSource> sources() {
		List<TransactionAttributeSource> known = this.sources;
		if (known == null) {
			known = this.finder.get();
			this.sources = known;
		}
		return known;
	}

}
