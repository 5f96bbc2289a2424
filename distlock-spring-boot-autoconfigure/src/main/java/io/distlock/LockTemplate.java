package io.distlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

/**
 * The central class for locks in code.
 *
 * @since 0.1.0
 */
public class LockTemplate implements LockOperations {

	private final LockEngine engine;

	private final LockScope scope;

	/**
	 * Create a template that releases a lock when its callback ends.
	 * @param engine acquires the locks
	 */
	public LockTemplate(LockEngine engine) {
		this(engine, LockScope.CALLBACK);
	}

	/**
	 * Create a template.
	 * @param engine acquires the locks
	 * @param scope decides when a lock that was taken for a callback is released
	 */
	public LockTemplate(LockEngine engine, LockScope scope) {
		this.engine = engine;
		this.scope = scope;
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(String key, LockCallback<T, E> action) throws E {
		return execute(LockRequest.of(key), action);
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockCallback<T, E> action)
			throws E {
		return LockedCall.run(acquire(request), request.onLost(), this.scope, action);
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
		return this.engine.acquire(request).orElseThrow(() -> this.engine.notAcquired(request));
	}

	@Override
	public Optional<HeldLock> tryAcquire(String key) {
		return tryAcquire(LockRequest.of(key).waitTime(Duration.ZERO));
	}

	@Override
	public Optional<HeldLock> tryAcquire(LockRequest request) {
		return this.engine.acquire(request);
	}

	@Override
	public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
		return this.engine.acquireAsync(request);
	}

	@Override
	public Lock asLock(String key) {
		return new LockView(this.engine, LockRequest.of(key));
	}

}
