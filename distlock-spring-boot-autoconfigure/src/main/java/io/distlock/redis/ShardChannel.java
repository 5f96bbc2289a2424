package io.distlock.redis;

import org.jspecify.annotations.Nullable;

/**
 * A channel of a cluster, and where it is subscribed to.
 */
final class ShardChannel {

	private final String name;

	private @Nullable Shard shard;

	private boolean confirmed;

	private boolean told;

	private long since;

	ShardChannel(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
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
		this.confirmed = false;
		this.since = System.nanoTime();
	}

	/**
	 * Note that messages are not heard, and that it is not known where they are.
	 * @return whether nobody was told of that yet
	 */
	boolean displace() {
		boolean news = !this.told;
		this.shard = null;
		this.confirmed = false;
		this.told = true;
		return news;
	}

	void confirm() {
		this.confirmed = true;
		this.told = false;
	}

	boolean isConfirmed() {
		return this.confirmed;
	}

	boolean isUnconfirmedFor(long nanos) {
		return this.shard != null && !this.confirmed && System.nanoTime() - this.since > nanos;
	}

}
