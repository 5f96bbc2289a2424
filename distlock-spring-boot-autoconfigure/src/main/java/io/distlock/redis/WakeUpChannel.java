package io.distlock.redis;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * One channel, who is to be woken by it, and whether it is heard. Guarded by
 * {@link RedisWakeUps}, but for the wait.
 */
final class WakeUpChannel {

	private static final long CONFIRMATION_MILLIS = 1000;

	private final Set<Runnable> wakeUps = new HashSet<>();

	private @Nullable Object subscribedOn;

	private volatile CompletableFuture<Boolean> confirmed = new CompletableFuture<>();

	void add(Runnable wakeUp) {
		this.wakeUps.add(wakeUp);
	}

	/**
	 * Remove one who is to be woken.
	 * @return whether there is nobody left
	 */
	boolean remove(Runnable wakeUp) {
		return this.wakeUps.remove(wakeUp) && this.wakeUps.isEmpty();
	}

	List<Runnable> wakeUps() {
		return List.copyOf(this.wakeUps);
	}

	/**
	 * Note that the channel is subscribed to on a connection.
	 * @return whether it was not yet
	 */
	boolean subscribeOn(Object connection) {
		if (isSubscribedOn(connection)) {
			return false;
		}
		this.subscribedOn = connection;
		expectConfirmation();
		return true;
	}

	boolean isSubscribedOn(Object connection) {
		return this.subscribedOn == connection;
	}

	void expectConfirmation() {
		if (this.confirmed.isDone()) {
			this.confirmed = new CompletableFuture<>();
		}
	}

	/**
	 * Note that messages are heard.
	 * @return whether that was expected, and not said before
	 */
	boolean confirm() {
		return this.confirmed.complete(true);
	}

	void refuse() {
		this.confirmed.complete(false);
	}

	/**
	 * Note that messages are heard no more.
	 * @param lost whether the channel must be subscribed to again
	 * @return who must be told
	 */
	List<Runnable> interrupt(boolean lost) {
		refuse();
		if (lost) {
			this.subscribedOn = null;
			this.confirmed = CompletableFuture.completedFuture(false);
		}
		else {
			expectConfirmation();
		}
		return wakeUps();
	}

	/**
	 * Wait until it is known whether messages are heard.
	 * @return whether they are
	 */
	boolean awaitConfirmation() {
		try {
			return this.confirmed.get(CONFIRMATION_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
