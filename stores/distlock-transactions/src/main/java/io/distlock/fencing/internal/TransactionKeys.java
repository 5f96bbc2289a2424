// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

import javax.sql.DataSource;

import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keys that one transaction of this thread has locked in a database, each with a token.
 * The keys remain registered while the transaction is suspended, because an inner
 * transaction would wait for its end in vain.
 *
 * @since 0.1.0
 */
public abstract class TransactionKeys implements TransactionSynchronization {

	private final Binding binding;

	private final @Nullable TransactionKeys outer;

	private final Map<Object, SortedMap<LockKey, Long>> atSavepoints = new IdentityHashMap<>();

	private SortedMap<LockKey, Long> tokens = new TreeMap<>();

	private boolean ended;

	protected TransactionKeys(Binding binding, @Nullable TransactionKeys outer) {
		this.binding = binding;
		this.outer = outer;
	}

	// Returns the keys of the transaction that is active on this thread, none at first.
	protected static <T extends TransactionKeys> T current(Class<T> type, DataSource dataSource,
			BiFunction<Binding, @Nullable TransactionKeys, T> factory) {
		Binding binding = new Binding(type, dataSource);
		TransactionKeys bound = (TransactionKeys) TransactionSynchronizationManager.getResource(binding);
		if (bound != null && !bound.ended && TransactionSynchronizationManager.getSynchronizations().contains(bound)) {
			return type.cast(bound);
		}
		T keys = factory.apply(binding, bound);
		TransactionSynchronizationManager.registerSynchronization(keys);
		((TransactionKeys) keys).bind(keys);
		return keys;
	}

	protected final SortedMap<LockKey, Long> tokens() {
		return this.tokens;
	}

	// Finds the suspended transaction that has locked a key. Returns its keys, null if
	// there is none.
	protected final @Nullable TransactionKeys findSuspended(LockKey key) {
		TransactionKeys keys = this.outer;
		while (keys != null && (keys.ended || !keys.tokens.containsKey(key))) {
			keys = keys.outer;
		}
		return keys;
	}

	@Override
	public void savepoint(Object savepoint) {
		this.atSavepoints.put(savepoint, new TreeMap<>(this.tokens));
	}

	// What was locked after the savepoint is undone with everything else.
	@Override
	public void savepointRollback(Object savepoint) {
		this.tokens = new TreeMap<>(this.atSavepoints.getOrDefault(savepoint, new TreeMap<>()));
	}

	// From now on the keys may be free, although this is still bound: other callbacks may
	// begin transactions of their own.
	@Override
	public void beforeCompletion() {
		this.ended = true;
	}

	@Override
	public void afterCompletion(int status) {
		bind(this.outer);
	}

	private void bind(@Nullable TransactionKeys keys) {
		TransactionSynchronizationManager.unbindResourceIfPossible(this.binding);
		if (keys != null) {
			TransactionSynchronizationManager.bindResource(this.binding, keys);
		}
	}

	/**
	 * Identity of an object bound to a thread.
	 *
	 * @param type the type
	 * @param dataSource the database
	 */
	protected record Binding(Class<?> type, DataSource dataSource) {

	}

}
