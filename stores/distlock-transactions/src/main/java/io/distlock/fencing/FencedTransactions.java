// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.distlock.FencedCalls;
import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.OnLost;
import io.distlock.fencing.internal.JdbcTransactions;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tracks the fenced calls of each thread, and checks their tokens in transactions of the
 * thread: in the active transaction when a call begins, unless a method suspends it, and
 * in transactions that begin during the call. Read-only transactions are ignored, because
 * the check is an update.
 *
 * @since 0.1.0
 */
public final class FencedTransactions implements FencedCalls {

	private final ThreadLocal<@Nullable List<ActiveCall>> calls = new ThreadLocal<>();

	private final Set<String> unchecked = new ConcurrentSkipListSet<>();

	private final Supplier<FencingGuard> guard;

	private final Predicate<LockedMethod> ownTransactions;

	private volatile boolean expected;

	// The guard is asked for when the first fenced method is called; the predicate knows
	// the methods that suspend the transaction of their caller.
	public FencedTransactions(Supplier<FencingGuard> guard, Predicate<LockedMethod> ownTransactions) {
		this.guard = guard;
		this.ownTransactions = ownTransactions;
	}

	@Override
	public void expect() {
		this.expected = true;
	}

	// Returns whether a method that needs the guard was found yet.
	public boolean isExpected() {
		return this.expected;
	}

	// Takes note of the name of a transaction manager whose transactions cannot be
	// checked.
	public void addUnchecked(String name) {
		this.unchecked.add(name);
	}

	public Set<String> unchecked() {
		return Set.copyOf(this.unchecked);
	}

	@Override
	public Entry enter(HeldLock lock, LockRequest request) {
		refuseUnchecked(lock, request);
		FencedCall call = new FencedCall(lock, request);
		if (isPartOfTransaction(request.method())) {
			checkCurrent(call);
		}
		add(call);
		return call;
	}

	private void refuseUnchecked(HeldLock lock, LockRequest request) {
		if (!lock.hasFencingToken()) {
			throw new FencingException(lock.key(), request.name(),
					"Lock '%s' cannot be fenced: its store forgets what it has granted, and has no fencing tokens. Keep the lock in a store that remembers, such as a database or Redis, or omit 'fenced'"
						.formatted(LockKey.shown(lock.key())),
					null);
		}
		if (!this.unchecked.isEmpty()) {
			throw new FencingException(lock.key(), request.name(),
					"The fencing token of lock '%s' cannot be checked in all transactions: %s does not support listeners. Use a transaction manager that extends AbstractPlatformTransactionManager, or omit 'fenced' and call FencingGuard.check(lock) as the first statement of each transaction"
						.formatted(LockKey.shown(lock.key()), String.join(", ", this.unchecked)),
					null);
		}
	}

	// After its commit a transaction is still active in some respects, but has no
	// synchronization any more.
	private boolean isPartOfTransaction(@Nullable LockedMethod method) {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive()
				&& (method == null || !this.ownTransactions.test(method));
	}

	private void checkCurrent(FencedCall call) {
		if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
			call.checked = true;
			return;
		}
		List<DataSource> databases = JdbcTransactions.current();
		if (databases.isEmpty() && JdbcTransactions.isHidden()) {
			throw hidden(call);
		}
		databases.forEach((database) -> check(call, database));
	}

	// Checks the tokens of all fenced calls that this thread is in, the outermost first,
	// in a transaction that has begun.
	public void begun(Object manager, TransactionExecution transaction) {
		List<FencedCall> calls = active();
		if (calls.isEmpty()) {
			return;
		}
		if (transaction.isReadOnly()) {
			calls.forEach((call) -> call.checked = true);
			return;
		}
		List<DataSource> databases = JdbcTransactions.of(manager);
		if (databases.isEmpty() && JdbcTransactions.mayHide(manager)) {
			throw hidden(calls.get(0));
		}
		databases.forEach((database) -> calls.forEach((call) -> check(call, database)));
	}

	private static FencingException hidden(FencedCall call) {
		return new FencingException(call.lock.key(), call.request.name(),
				"The fencing token of lock '%s' cannot be checked: the transaction does not expose its JDBC connection. Give the JpaTransactionManager, or its EntityManagerFactory, a JpaVendorAdapter whose dialect exposes it, as that of Hibernate does; in container transactions (JTA) omit 'fenced', and call FencingGuard.check(lock)"
					.formatted(LockKey.shown(call.lock.key())),
				null);
	}

	// Refuses a commit if a check has failed so late that its own veto was not heard.
	public void committing() {
		CommitVeto.assertNone();
	}

	private void check(FencedCall call, DataSource database) {
		call.checked = true;
		this.guard.get().on(database).check(call.lock, call.request.onLost() != OnLost.IGNORE);
	}

	private void add(FencedCall call) {
		List<ActiveCall> known = this.calls.get();
		if (known == null) {
			known = new ArrayList<>(2);
			this.calls.set(known);
		}
		known.add(new ActiveCall(call));
	}

	// Returns the calls of this thread, the outermost first.
	private List<FencedCall> active() {
		List<ActiveCall> known = this.calls.get();
		if (known == null) {
			return List.of();
		}
		known.removeIf((call) -> call.get() == null);
		if (known.isEmpty()) {
			this.calls.remove();
		}
		return known.stream().map(ActiveCall::get).filter(Objects::nonNull).toList();
	}

	/**
	 * Active fenced method or callback, or acquired fenced lock.
	 */
	private static final class FencedCall implements FencedCalls.Entry {

		private final HeldLock lock;

		private final LockRequest request;

		// Whether there was a transaction, refused ones and read-only ones included.
		private volatile boolean checked;

		private volatile boolean closed;

		FencedCall(HeldLock lock, LockRequest request) {
			this.lock = lock;
			this.request = request;
		}

		// Fails if there was no transaction, and lets that of the caller fail, too.
		@Override
		public void verify() {
			if (!this.checked) {
				FencingException failure = new FencingException(this.lock.key(), this.request.name(),
						"%s ran without any transaction that could be checked, so nothing kept a stale holder from writing. Annotate the method with @Transactional, or write in a TransactionTemplate; in container transactions (JTA) omit 'fenced', and call FencingGuard.check(lock)"
							.formatted(this),
						null);
				CommitVeto.register(failure);
				throw failure;
			}
		}

		@Override
		public void close() {
			this.closed = true;
		}

		@Override
		public String toString() {
			LockedMethod method = this.request.method();
			return "%s under the fenced lock '%s'".formatted((method != null) ? method : "What",
					LockKey.shown(this.lock.key()));
		}

	}

	/**
	 * Fenced call that is registered for its thread while its lock is held, and
	 * afterwards while code can still end the call: a lost lock without a reference must
	 * not refuse the transactions of its thread indefinitely.
	 */
	private static final class ActiveCall {

		private final WeakReference<FencedCall> call;

		private @Nullable FencedCall held;

		ActiveCall(FencedCall call) {
			this.call = new WeakReference<>(call);
			this.held = call;
		}

		/**
		 * Return the call, or {@code null} if the call has ended.
		 */
		@Nullable FencedCall get() {
			if (this.held != null && !this.held.lock.isHeld()) {
				this.held = null;
			}
			FencedCall call = this.call.get();
			return (call != null && !call.closed) ? call : null;
		}

	}

}
