package io.distlock.redis;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

import org.jspecify.annotations.Nullable;

/**
 * One channel, who is to be woken by it, and whether and where it is heard. Where belongs
 * to the thread of {@link RedisWakeUps}.
 */
final class WakeUpChannel {

	private final Set<Runnable> wakeUps = new CopyOnWriteArraySet<>();

	private final String name;

	private @Nullable Shard shard;

	private long since;

	private volatile boolean heard;

	WakeUpChannel(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
	}

	void add(Runnable wakeUp) {
		this.wakeUps.add(wakeUp);
	}

	/**
	 * Remove one who is to be woken.
	 * @return whether there are none left
	 */
	boolean remove(Runnable wakeUp) {
		this.wakeUps.remove(wakeUp);
		return this.wakeUps.isEmpty();
	}

	void wake() {
		this.wakeUps.forEach(Runnable::run);
	}

	/**
	 * Return whether a message from now on is heard.
	 */
	boolean isHeard() {
		return this.heard;
	}

	/**
	 * Return where the channel is subscribed to.
	 * @return the shard; {@code null} if none is known
	 */
	@Nullable Shard shard() {
		return this.shard;
	}

	void moveTo(Shard shard) {
		this.shard = shard;
		this.heard = false;
		this.since = System.nanoTime();
	}

	/**
	 * Note that messages are heard. Who waits asks once more then: there may have been
	 * one before.
	 */
	void confirm() {
		if (!this.heard) {
			this.heard = true;
			wake();
		}
	}

	/**
	 * Note that messages are not heard, and that it is not known where they are. Who
	 * waits asks on its own from now on.
	 */
	void displace() {
		boolean news = this.heard;
		this.shard = null;
		this.heard = false;
		if (news) {
			wake();
		}
	}

	boolean isUnconfirmedFor(long nanos) {
		return !this.heard && System.nanoTime() - this.since > nanos;
	}

}
