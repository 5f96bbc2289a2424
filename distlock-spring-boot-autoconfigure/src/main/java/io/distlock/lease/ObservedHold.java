package io.distlock.lease;

import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.LockLostException;
import io.distlock.LockObserver;
import org.jspecify.annotations.Nullable;

/**
 * The time of a lock as the observer sees it: it ends once, by the release or by the
 * loss, whichever is seen first.
 */
final class ObservedHold {

	private final Observing observing;

	private final LockObserver.Holding holding;

	private final AtomicBoolean ended = new AtomicBoolean();

	ObservedHold(Observing observing, LockObserver.Holding holding) {
		this.observing = observing;
		this.holding = holding;
	}

	void end(@Nullable LockLostException loss) {
		if (!this.ended.compareAndSet(false, true)) {
			return;
		}
		if (loss != null) {
			this.observing.guarded(() -> this.holding.lost(loss));
		}
		else {
			this.observing.guarded(this.holding::released);
		}
	}

	/**
	 * Enter the scope of the lock. Neither its opening nor its closing can fail.
	 */
	LockObserver.Scope enter() {
		try {
			LockObserver.Scope scope = this.holding.enter();
			return () -> this.observing.guarded(scope::close);
		}
		catch (RuntimeException | Error ex) {
			this.observing.failed(ex);
			return LockObserver.Scope.NONE;
		}
	}

}
