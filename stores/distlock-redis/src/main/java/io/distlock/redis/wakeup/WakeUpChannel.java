// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import org.jspecify.annotations.Nullable;

/**
 * One channel, and whether and where it is heard. Where belongs to the thread of
 * {@link RedisWakeUps}.
 */
final class WakeUpChannel {

	private final String name;

	private @Nullable Shard shard;

	private volatile String address;

	private long since;

	private volatile boolean heard;

	WakeUpChannel(String name) {
		this.name = name;
		this.address = name;
	}

	String name() {
		return this.name;
	}

	// Where others must send a message for it to be heard here.
	String address() {
		return this.address;
	}

	void reachAt(String address) {
		this.address = address;
	}

	boolean isHeard() {
		return this.heard;
	}

	@Nullable Shard shard() {
		return this.shard;
	}

	void moveTo(Shard shard) {
		this.shard = shard;
		this.heard = false;
		this.since = System.nanoTime();
	}

	/**
	 * Note that messages are heard.
	 * @return whether that is news: those who wait ask once more then, since there may
	 * have been a message before
	 */
	boolean confirm() {
		boolean news = !this.heard;
		this.heard = true;
		return news;
	}

	/**
	 * Note that messages are not heard, and that it is not known where they are.
	 * @return whether that is news: those who wait ask on their own from now on
	 */
	boolean displace() {
		boolean news = this.heard;
		this.shard = null;
		this.heard = false;
		return news;
	}

	boolean isUnconfirmedFor(long nanos) {
		return !this.heard && System.nanoTime() - this.since > nanos;
	}

}
