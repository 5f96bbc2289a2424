package io.distlock.fencing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.OnLost;
import io.distlock.interceptor.FencedCalls;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Knows which fenced methods a thread is in, and checks their tokens in its transactions:
 * in the one that is active when a method is entered, and in those that begin meanwhile.
 * Read-only transactions are left out, since the check is an update.
 *
 * @since 0.1.0
 */
public final class FencedTransactions implements FencedCalls {

	private final ThreadLocal<@Nullable Call> innermost = new ThreadLocal<>();

	private final Supplier<FencingGuard> guard;

	private volatile boolean expected;

	/**
	 * Create an instance.
	 * @param guard the guard, asked for when the first fenced method is called
	 */
	public FencedTransactions(Supplier<FencingGuard> guard) {
		this.guard = guard;
	}

	@Override
	public void expect() {
		this.expected = true;
	}

	/**
	 * Return whether there is a method that needs the guard.
	 * @return whether one was found yet
	 */
	public boolean isExpected() {
		return this.expected;
	}

	@Override
	public Entry enter(HeldLock lock, OnLost onLost) {
		Call call = new Call(lock, onLost, this.innermost.get());
		if (TransactionSynchronizationManager.isActualTransactionActive()
				&& !TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
			JdbcTransactions.current().forEach((database) -> check(call, database));
		}
		this.innermost.set(call);
		return call;
	}

	/**
	 * Check the tokens of all fenced methods that this thread is in, the outermost first.
	 * @param databases what the transaction is about
	 */
	void check(Supplier<List<DataSource>> databases) {
		Call call = this.innermost.get();
		if (call == null) {
			return;
		}
		Deque<Call> calls = new ArrayDeque<>();
		for (Call next = call; next != null; next = next.outer) {
			calls.push(next);
		}
		databases.get().forEach((database) -> calls.forEach((each) -> check(each, database)));
	}

	private void check(Call call, DataSource database) {
		this.guard.get().on(database).check(call.lock, call.onLost != OnLost.IGNORE);
	}

	/**
	 * A fenced method that runs.
	 */
	private final class Call implements Entry {

		private final HeldLock lock;

		private final OnLost onLost;

		private final @Nullable Call outer;

		private Call(HeldLock lock, OnLost onLost, @Nullable Call outer) {
			this.lock = lock;
			this.onLost = onLost;
			this.outer = outer;
		}

		@Override
		public void close() {
			if (this.outer != null) {
				FencedTransactions.this.innermost.set(this.outer);
			}
			else {
				FencedTransactions.this.innermost.remove();
			}
		}

	}

}
