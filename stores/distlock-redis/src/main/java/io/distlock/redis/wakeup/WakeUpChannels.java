// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.provider.line.WaitingKeys;
import io.distlock.redis.transport.NotificationMode;
import org.jspecify.annotations.Nullable;

/**
 * The channels on which this node is notified, and who waits for that: one channel for
 * all locks, or one for each in the shards of a cluster. Only the thread of
 * {@link RedisWakeUps} adds channels and takes them away.
 */
final class WakeUpChannels {

	private final Map<String, Channel> channels = new ConcurrentHashMap<>();

	private final WaitingKeys waiting = new WaitingKeys();

	private final String suffix = ":node:" + UUID.randomUUID();

	private volatile NotificationMode mode = NotificationMode.PLAIN;

	WaitingKeys waiting() {
		return this.waiting;
	}

	void begin(NotificationMode hearing) {
		this.mode = hearing;
		this.channels.clear();
		this.waiting.keys().forEach(this::add);
	}

	Channel add(String lock) {
		return this.channels.computeIfAbsent(name(lock, this.mode), Channel::new);
	}

	@Nullable Channel get(String name) {
		return this.channels.get(name);
	}

	void remove(Channel channel) {
		this.channels.remove(channel.name());
	}

	void clear() {
		this.waiting.clear();
		this.channels.clear();
	}

	List<Channel> all() {
		return List.copyOf(this.channels.values());
	}

	List<Channel> on(@Nullable Shard shard) {
		return this.channels.values().stream().filter((channel) -> channel.shard() == shard).toList();
	}

	/**
	 * Return where this node hears of a lock, for its place in the queue.
	 */
	String place(String lock) {
		NotificationMode hearing = this.mode;
		Channel channel = this.channels.get(name(lock, hearing));
		return (channel != null && channel.isHeard()) ? hearing.mark() + channel.address
				: NotificationMode.NOTHING.mark();
	}

	/**
	 * Return the name of a channel that is of a lock alone.
	 */
	@Nullable String own(String lock) {
		return (this.mode == NotificationMode.SHARDED) ? name(lock, NotificationMode.SHARDED) : null;
	}

	boolean isWaitedFor(Channel channel) {
		return (this.mode != NotificationMode.SHARDED) ? !this.waiting.isEmpty()
				: this.waiting.contains(lockOf(channel));
	}

	void wake(Channel channel) {
		if (this.mode != NotificationMode.SHARDED) {
			this.waiting.wakeAll();
		}
		else {
			this.waiting.wake(lockOf(channel));
		}
	}

	void displace(Channel channel) {
		if (channel.displace()) {
			wake(channel);
		}
	}

	private String name(String lock, NotificationMode hearing) {
		return ((hearing == NotificationMode.SHARDED) ? lock : "distlock") + this.suffix;
	}

	private String lockOf(Channel channel) {
		return channel.name().substring(0, channel.name().length() - this.suffix.length());
	}

	/**
	 * One channel, and whether and where it is heard. Where belongs to the thread of
	 * {@link RedisWakeUps}.
	 */
	static final class Channel {

		private final String name;

		private @Nullable Shard shard;

		private volatile String address;

		private long since;

		private volatile boolean heard;

		Channel(String name) {
			this.name = name;
			this.address = name;
		}

		String name() {
			return this.name;
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
		 * @return whether that is news: those who wait ask once more then, since there
		 * may have been a message before
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

}
