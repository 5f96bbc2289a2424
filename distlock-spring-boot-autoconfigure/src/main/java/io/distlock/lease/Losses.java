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
 * Tells of losses: the log, the callbacks of the holder, and the listener of the engine.
 */
final class Losses {

	private static final Logger logger = LoggerFactory.getLogger(Losses.class);

	private final Executor executor;

	private final String provider;

	private final Consumer<LockLostEvent> listener;

	Losses(Executor executor, String provider, Consumer<LockLostEvent> listener) {
		this.executor = executor;
		this.provider = provider;
		this.listener = listener;
	}

	void tell(Loss loss) {
		LockLostException exception = loss.exception();
		if (loss.onLost() == OnLost.IGNORE) {
			logger.info(exception.getMessage());
		}
		else {
			logger.warn(exception.getMessage());
		}
		loss.callbacks().forEach((callback) -> run(() -> callback.accept(exception)));
		LockLostEvent event = new LockLostEvent(exception.getKey(), exception.getFencingToken(), this.provider,
				exception);
		run(() -> this.listener.accept(event));
	}

	/**
	 * Run what a user wants to happen, away from the threads that keep time.
	 */
	void run(Runnable callback) {
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
