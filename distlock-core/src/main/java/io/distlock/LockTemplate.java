// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Function;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Central class for programmatic locks.
 *
 * @since 0.1.0
 */
public class LockTemplate implements LockOperations {

	private final LockEngine engine;

	private final LockScope scope;

	private final @Nullable FencedCalls fenced;

	/**
	 * Create a template that releases a lock at the end of the callback.
	 * @param engine the engine of the locks
	 */
	public LockTemplate(LockEngine engine) {
		this(engine, LockScope.CALLBACK);
	}

	/**
	 * Create a template without support for fencing.
	 * @param engine the engine of the locks
	 * @param scope determines the end of a lock
	 */
	public LockTemplate(LockEngine engine, LockScope scope) {
		this(engine, scope, null);
	}

	/**
	 * Create a template.
	 * @param engine the engine of the locks
	 * @param scope determines the end of a lock
	 * @param fenced checks the tokens of {@link LockRequest#fenced() fenced} requests, or
	 * {@code null} without support for fencing
	 */
	public LockTemplate(LockEngine engine, LockScope scope, @Nullable FencedCalls fenced) {
		this.engine = engine;
		this.scope = scope;
		this.fenced = fenced;
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(String key, LockCallback<T, E> action) throws E {
		return execute(LockRequest.of(key), action);
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockCallback<T, E> action)
			throws E {
		before(request);
		HeldLock lock = this.engine.acquire(request).orElseThrow(() -> this.engine.notAcquired(request));
		boolean extended = extend(lock, request);
		T result;
		try (LockObserver.@Nullable Scope observed = (lock instanceof EngineLock own) ? own.enter() : null) {
			result = request.isFenced() ? this.<T, E>runFenced(lock, request, action) : action.doInLock(lock);
		}
		catch (Throwable ex) {
			LockLostException loss = end(lock, extended);
			if (loss != null && loss != ex) {
				ex.addSuppressed(loss);
			}
			throw ex;
		}
		LockLostException loss = end(lock, extended);
		if (loss != null && request.onLost() != OnLost.IGNORE) {
			throw loss;
		}
		return result;
	}

	@Override
	public <E extends Throwable> void executeWithoutResult(String key, LockConsumer<E> action) throws E {
		executeWithoutResult(LockRequest.of(key), action);
	}

	@Override
	public <E extends Throwable> void executeWithoutResult(LockRequest request, LockConsumer<E> action) throws E {
		this.<@Nullable Void, E>execute(request, (lock) -> {
			action.doInLock(lock);
			return null;
		});
	}

	@Override
	public HeldLock acquire(String key) {
		return acquire(LockRequest.of(key));
	}

	@Override
	public HeldLock acquire(LockRequest request) {
		return tryAcquire(request).orElseThrow(() -> this.engine.notAcquired(request));
	}

	@Override
	public Optional<HeldLock> tryAcquire(String key) {
		return tryAcquire(LockRequest.of(key).waitTime(Duration.ZERO));
	}

	@Override
	public Optional<HeldLock> tryAcquire(LockRequest request) {
		before(request);
		return this.engine.acquire(request).map((lock) -> {
			LockContext.open(lock);
			return kept(lock, request);
		});
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> executeAsync(LockRequest request,
			Function<? super HeldLock, ? extends CompletionStage<T>> action) {
		request.refuseReserved();
		refuseFenced(request);
		return new StageCall<T>(request, action).start(this.engine.acquireAsync(request));
	}

	@Override
	public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
		request.refuseReserved();
		refuseFenced(request);
		CompletionStage<HeldLock> acquired = this.engine.acquireAsync(request);
		acquired.whenComplete((lock, failure) -> keep(lock, request));
		return acquired;
	}

	/**
	 * Notify the engine that the application releases the lock, unless the lock belongs
	 * to an annotated method.
	 */
	private static void keep(@Nullable HeldLock lock, LockRequest request) {
		if (lock instanceof EngineLock own && request.method() == null) {
			own.keep();
		}
	}

	private static void refuseFenced(LockRequest request) {
		if (request.isFenced()) {
			throw new IllegalArgumentException(
					"'request' must not be fenced(): the lock belongs to no thread whose transactions could be checked. Leave it out, and call FencingGuard.check(lock) as the first statement of each transaction");
		}
	}

	@Override
	public Lock asLock(String key) {
		return asLock(LockRequest.of(key));
	}

	@Override
	public Lock asLock(LockRequest request) {
		if (request.keys().size() != 1) {
			throw new IllegalArgumentException(
					"'request' must have one key, but has %d; use acquire to lock several keys"
						.formatted(request.keys().size()));
		}
		return new KeyView(request);
	}

	@Override
	public ReadWriteLock asReadWriteLock(String key) {
		return new ReadWriteLockView(new KeyView(LockRequest.of(key).shared()), asLock(key));
	}

	/**
	 * Acquire a lock that {@link Lock#unlock()} finds by its key. The lock is remembered
	 * until then, whether held or lost.
	 */
	private Optional<HeldLock> acquireToUnlock(LockRequest request) {
		before(request);
		return this.engine.acquire(request).map((lock) -> kept(lock, request));
	}

	/**
	 * Variant of {@link #acquireToUnlock} that reacts to interrupts.
	 */
	private Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
		before(request);
		return this.engine.acquireInterruptibly(request).map((lock) -> kept(lock, request));
	}

	private void before(LockRequest request) {
		request.refuseReserved();
		if (request.isFenced()) {
			requireFencing();
		}
		if (LockContext.isEmpty() || !this.engine.isEntered(request)) {
			this.scope.before(request);
		}
	}

	/**
	 * Keep a lock for as long as the owner and the caller's transaction need the lock.
	 */
	private HeldLock kept(HeldLock lock, LockRequest request) {
		extend(lock, request);
		keep(lock, request);
		try {
			return request.isFenced() ? new FencedLock(lock, requireFencing().enter(lock, request)) : lock;
		}
		catch (RuntimeException | Error ex) {
			lock.close();
			throw ex;
		}
	}

	private boolean extend(HeldLock lock, LockRequest request) {
		try {
			return this.scope.extend(lock, request);
		}
		catch (RuntimeException | Error ex) {
			lock.close();
			throw ex;
		}
	}

	private static @Nullable LockLostException end(HeldLock lock, boolean extended) {
		boolean heldByScope = extended && !(lock instanceof EngineLock);
		boolean held = heldByScope ? lock.isHeld() : lock.release();
		return held ? null : AsyncCall.loss(lock);
	}

	private <T extends @Nullable Object, E extends Throwable> T runFenced(HeldLock lock, LockRequest request,
			LockCallback<T, E> action) throws E {
		try (FencedCalls.Entry entry = requireFencing().enter(lock, request)) {
			T result = action.doInLock(lock);
			entry.verify();
			return result;
		}
	}

	private FencedCalls requireFencing() {
		if (this.fenced == null) {
			throw new IllegalStateException(
					"A LockRequest is fenced(), and nothing checks fencing tokens. Add spring-boot-starter-jdbc and a DataSource, and do not set distlock.fencing.enabled=false; or leave fenced() out, and compare HeldLock.fencingToken() where you write");
		}
		return this.fenced;
	}

	/**
	 * Call with asynchronous work.
	 */
	private final class StageCall<T extends @Nullable Object> extends AsyncCall<T, HeldLock> {

		private final LockRequest request;

		private final Function<? super HeldLock, ? extends CompletionStage<T>> action;

		StageCall(LockRequest request, Function<? super HeldLock, ? extends CompletionStage<T>> action) {
			super(request.onLost(), Runnable::run);
			this.request = request;
			this.action = action;
		}

		@Override
		protected HeldLock granted(HeldLock lock) {
			return lock;
		}

		@Override
		protected CompletionStage<T> work(HeldLock lock) {
			try (LockContext.Binding binding = LockContext.bind(lock, this.request.onLost())) {
				return Objects.requireNonNull(this.action.apply(lock), "'action' must return a stage");
			}
		}

		@Override
		protected CompletionStage<Boolean> release(HeldLock lock) {
			return LockTemplate.this.engine.releaseAsync(lock);
		}

	}

	/**
	 * View of a key as a {@link Lock}. {@link LockContext} contains the actual locks, so
	 * two views of a key represent the same lock.
	 */
	private final class KeyView implements Lock {

		private final LockRequest request;

		KeyView(LockRequest request) {
			this.request = request;
		}

		@Override
		public void lock() {
			LockRequest patient = patient();
			if (acquireToUnlock(patient).isEmpty()) {
				throw LockTemplate.this.engine.notAcquired(patient);
			}
		}

		@Override
		public void lockInterruptibly() throws InterruptedException {
			LockRequest patient = patient();
			if (acquireInterruptibly(patient).isEmpty()) {
				throw LockTemplate.this.engine.notAcquired(patient);
			}
		}

		@Override
		public boolean tryLock() {
			return acquireToUnlock(this.request.waitTime(Duration.ZERO)).isPresent();
		}

		@Override
		public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
			Duration waitTime = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
			return acquireInterruptibly(this.request.waitTime(waitTime)).isPresent();
		}

		@Override
		public void unlock() {
			HeldLock lock = LockTemplate.this.engine.findHeld(this.request)
				.orElseThrow(() -> new IllegalMonitorStateException(
						"Lock '%s' is not held by this thread; only the thread that locked it may unlock it"
							.formatted(LockKey.shown(key()))));
			if (!lock.release()) {
				lock.assertHeld();
			}
		}

		private LockRequest patient() {
			return (this.request.waitTime() != null) ? this.request : this.request.waitTime(Durations.MAX);
		}

		private String key() {
			return this.request.keys().get(0);
		}

		@Override
		public Condition newCondition() {
			throw new UnsupportedOperationException(
					"A distributed lock has no conditions; use a queue or a topic instead");
		}

	}

	/**
	 * View of a key as a pair of locks.
	 */
	private record ReadWriteLockView(Lock readLock, Lock writeLock) implements ReadWriteLock {

	}

}
