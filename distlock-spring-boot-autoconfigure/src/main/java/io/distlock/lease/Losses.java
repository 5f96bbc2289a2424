package io.distlock.lease;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import io.distlock.LockLostEvent;
import io.distlock.LockLostException;
import io.distlock.OnLost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends leases that are lost, and tells of it: the log, the callbacks of the holder, and
 * the listener of the engine.
 */
final class Losses {

	private static final Logger logger = LoggerFactory.getLogger(Losses.class);

	private final Store store;

	private final Watchdog watchdog;

	private final KeyQueues queues;

	private final Executor executor;

	private final Tally tally;

	private final Consumer<LockLostEvent> listener;

	Losses(Store store, Watchdog watchdog, KeyQueues queues, Executor executor, Tally tally,
			Consumer<LockLostEvent> listener) {
		this.store = store;
		this.watchdog = watchdog;
		this.queues = queues;
		this.executor = executor;
		this.tally = tally;
		this.listener = listener;
	}

	/**
	 * End a lease that ran out by the local clock. A renewal that is under way may still
	 * reach the store, so the lease is also given up there.
	 */
	void expire(RemoteLease lease) {
		Hold hold = lease.hold();
		if (hold != null && end(lease, LossReason.ofExpiry(hold))) {
			this.store.giveUp(lease.lease(), lease.isRenewing());
		}
	}

	/**
	 * End a lease of which the store says that it is somebody else's.
	 */
	void taken(RemoteLease lease) {
		end(lease, LossReason.TAKEN);
	}

	private boolean end(RemoteLease lease, LossReason reason) {
		KeyQueue queue = lease.queue();
		Loss loss = queue.end(lease, reason);
		this.watchdog.forget(lease);
		if (loss == null) {
			return false;
		}
		queue.returned(0);
		this.queues.leave(queue);
		tell(loss);
		return true;
	}

	/**
	 * Tell the owner that its release found the lock gone: it was lost at some time
	 * before.
	 */
	void foundAtRelease(Hold hold) {
		tell(hold.lease().queue().endReleased(hold, LossReason.TAKEN));
	}

	/**
	 * Call back when a hold is lost, at once if it is.
	 */
	void onLost(Hold hold, Consumer<LockLostException> callback) {
		LockLostException loss = hold.lease().queue().onLost(hold, callback);
		if (loss != null) {
			run(() -> callback.accept(loss));
		}
	}

	private void tell(Loss loss) {
		this.tally.lost();
		LockLostException exception = loss.exception();
		if (loss.onLost() == OnLost.IGNORE) {
			logger.info(exception.getMessage());
		}
		else {
			logger.warn(exception.getMessage());
		}
		loss.callbacks().forEach((callback) -> run(() -> callback.accept(exception)));
		LockLostEvent event = new LockLostEvent(exception.getKey(), exception.getFencingToken(), this.store.name(),
				exception);
		run(() -> this.listener.accept(event));
	}

	/**
	 * Run what a user wants to happen, away from the threads that keep time.
	 */
	private void run(Runnable callback) {
		try {
			this.executor.execute(() -> guarded(callback));
		}
		catch (RejectedExecutionException ex) {
			guarded(callback);
		}
	}

	private void guarded(Runnable callback) {
		try {
			callback.run();
		}
		catch (RuntimeException ex) {
			logger.error("A callback for a lost lock failed", ex);
		}
	}

}
