package io.distlock.lease;

import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps away from locks what an observer does wrong.
 */
final class ObserverGuard {

	private static final Logger logger = LoggerFactory.getLogger(ObserverGuard.class);

	private final AtomicBoolean complained = new AtomicBoolean();

	void run(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	void failed(Throwable failure) {
		if (this.complained.compareAndSet(false, true)) {
			logger.warn("An observer of locks failed; locks go on without it, and this is not logged again", failure);
		}
	}

}
