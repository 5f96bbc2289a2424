// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.wakeup.RedisWakeUps;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the next waiter if a notified waiter does not acquire the lock or misses the
 * message. The releasing node checks shortly after the release, and wakes the next waiter
 * if no node has acquired the lock. A holder of a shared lock that has woken a waiter
 * does the same. A woken node that no longer waits wakes the next waiter immediately.
 */
final class HandoffMonitor {

	private static final Duration CHECK_DELAY = Duration.ofMillis(100);

	private final ConcurrentMap<String, String> released = new ConcurrentHashMap<>();

	private final RedisTransport transport;

	private final LockScripts scripts;

	private final RedisWakeUps wakeUps;

	HandoffMonitor(RedisTransport transport, LockScripts scripts) {
		this.transport = transport;
		this.scripts = scripts;
		this.wakeUps = new RedisWakeUps(transport, this::pass);
	}

	RedisWakeUps wakeUps() {
		return this.wakeUps;
	}

	// The last token when a node was woken is zero if none was.
	void watch(String lock, long lastToken) {
		if (lastToken != 0) {
			String token = LockScripts.token(lastToken);
			this.released.put(lock, token);
			this.wakeUps.later(() -> {
				if (this.released.remove(lock, token)) {
					pass(lock, token);
				}
			}, CHECK_DELAY);
		}
	}

	// Returns the last token under which this node has released a lock, and woken another
	// one, null if there is nothing to check any more.
	@Nullable String watched(String lock) {
		return this.released.get(lock);
	}

	// A lock that is held again has been granted since: its release wakes the next
	// waiter.
	void taken(String lock, String token) {
		this.released.remove(lock, token);
	}

	// Admits waiters that were kept out because this node waited for the exclusive lock.
	void leave(RedisKeys keys, String node) {
		send(this.scripts.leave(keys, node));
	}

	private void pass(String lock, String lastToken) {
		send(this.scripts.pass(lock, lastToken));
	}

	private void send(ScriptCall call) {
		this.transport.send(call).thenAccept((reply) -> watch(call.keys().get(0), reply.number(0)));
	}

}
