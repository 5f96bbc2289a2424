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

	private final Map<String, WakeUpChannel> channels = new ConcurrentHashMap<>();

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

	WakeUpChannel add(String lock) {
		return this.channels.computeIfAbsent(name(lock, this.mode), WakeUpChannel::new);
	}

	@Nullable WakeUpChannel get(String name) {
		return this.channels.get(name);
	}

	void remove(WakeUpChannel channel) {
		this.channels.remove(channel.name());
	}

	void clear() {
		this.waiting.clear();
		this.channels.clear();
	}

	List<WakeUpChannel> all() {
		return List.copyOf(this.channels.values());
	}

	List<WakeUpChannel> on(@Nullable Shard shard) {
		return this.channels.values().stream().filter((channel) -> channel.shard() == shard).toList();
	}

	/**
	 * Return where this node hears of a lock, for its place in the queue.
	 */
	String place(String lock) {
		NotificationMode hearing = this.mode;
		WakeUpChannel channel = this.channels.get(name(lock, hearing));
		return (channel != null && channel.isHeard()) ? hearing.mark() + channel.address()
				: NotificationMode.NOTHING.mark();
	}

	/**
	 * Return the name of a channel that is of a lock alone.
	 */
	@Nullable String own(String lock) {
		return (this.mode == NotificationMode.SHARDED) ? name(lock, NotificationMode.SHARDED) : null;
	}

	boolean isWaitedFor(WakeUpChannel channel) {
		return (this.mode != NotificationMode.SHARDED) ? !this.waiting.isEmpty()
				: this.waiting.contains(lockOf(channel));
	}

	void wake(WakeUpChannel channel) {
		if (this.mode != NotificationMode.SHARDED) {
			this.waiting.wakeAll();
		}
		else {
			this.waiting.wake(lockOf(channel));
		}
	}

	void displace(WakeUpChannel channel) {
		if (channel.displace()) {
			wake(channel);
		}
	}

	private String name(String lock, NotificationMode hearing) {
		return ((hearing == NotificationMode.SHARDED) ? lock : "distlock") + this.suffix;
	}

	private String lockOf(WakeUpChannel channel) {
		return channel.name().substring(0, channel.name().length() - this.suffix.length());
	}

}
