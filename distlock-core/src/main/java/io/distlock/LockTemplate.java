// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The central class for locks in code.
 *
 * @since 0.1.0
 */
public class LockTemplate implements LockOperations {

	private final LockEngine engine;

	private final TemplateLocks locks;

	/**
	 * Create a template that releases a lock when its callback ends.
	 * @param engine acquires the locks
	 */
	public LockTemplate(LockEngine engine) {
		this(engine, LockScope.CALLBACK);
	}

	/**
	 * Create a template that knows of no fencing.
	 * @param engine acquires the locks
	 * @param scope decides when locks are released
	 */
	public LockTemplate(LockEngine engine, LockScope scope) {
		this(engine, scope, null);
	}

	/**
	 * Create a template.
	 * @param engine acquires the locks
	 * @param scope decides when locks are released
	 * @param fenced checks the tokens of {@link LockRequest#fenced()}, {@code null} if
	 * there is nothing that does
	 */
	public LockTemplate(LockEngine engine, LockScope scope, @Nullable FencedCalls fenced) {
		this.engine = engine;
		this.locks = new TemplateLocks(engine, scope, fenced);
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(String key, LockCallback<T, E> action) throws E {
		return execute(LockRequest.of(key), action);
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockCallback<T, E> action)
			throws E {
		return this.locks.run(this.locks.acquireForCall(request), request, action);
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
		return this.locks.acquire(request).orElseThrow(() -> this.engine.notAcquired(request));
	}

	@Override
	public Optional<HeldLock> tryAcquire(String key) {
		return tryAcquire(LockRequest.of(key).waitTime(Duration.ZERO));
	}

	@Override
	public Optional<HeldLock> tryAcquire(LockRequest request) {
		return this.locks.acquire(request);
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> executeAsync(LockRequest request,
			Function<? super HeldLock, ? extends CompletionStage<T>> action) {
		refuseFenced(request);
		return new AsyncCall<T>(this.engine, request, action).start();
	}

	@Override
	public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
		refuseFenced(request);
		return this.engine.acquireAsync(request);
	}

	private static void refuseFenced(LockRequest request) {
		if (request.isFenced()) {
			throw new IllegalArgumentException(
					"'request' must not be fenced(): the lock belongs to no thread whose transactions could be checked. Leave it out, and call FencingGuard.check(lock) as the first statement of each transaction");
		}
	}

	@Override
	public Lock asLock(String key) {
		return new LockView(this.engine, this.locks, LockRequest.of(key));
	}

	@Override
	public ReadWriteLock asReadWriteLock(String key) {
		return new ReadWriteLockView(new LockView(this.engine, this.locks, LockRequest.of(key).shared()), asLock(key));
	}

	/**
	 * A key seen as two locks.
	 */
	private record ReadWriteLockView(Lock readLock, Lock writeLock) implements ReadWriteLock {

	}

}
