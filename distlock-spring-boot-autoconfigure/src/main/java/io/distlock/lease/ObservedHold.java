package io.distlock.lease;

import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.LockLostException;
import io.distlock.LockObserver;

/**
 * The time of a lock as the observer sees it: it ends once, by the release or by the
 * loss, whichever is seen first.
 */
final class ObservedHold implements LockObserver.Holding {

	private final ObserverGuard guard;

	private final LockObserver.Holding holding;

	private final AtomicBoolean ended = new AtomicBoolean();

	ObservedHold(ObserverGuard guard, LockObserver.Holding holding) {
		this.guard = guard;
		this.holding = holding;
	}

	@Override
	public void released() {
		if (this.ended.compareAndSet(false, true)) {
			this.guard.run(this.holding::released);
		}
	}

	@Override
	public void lost(LockLostException loss) {
		if (this.ended.compareAndSet(false, true)) {
			this.guard.run(() -> this.holding.lost(loss));
		}
	}

	/**
	 * Enter the scope of the lock. Neither its opening nor its closing can fail.
	 */
	@Override
	public LockObserver.Scope enter() {
		try {
			LockObserver.Scope scope = this.holding.enter();
			return () -> this.guard.run(scope::close);
		}
		catch (RuntimeException | Error ex) {
			this.guard.failed(ex);
			return LockObserver.Scope.NONE;
		}
	}

}
