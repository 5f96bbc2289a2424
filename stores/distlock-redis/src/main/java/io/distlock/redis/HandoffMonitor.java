// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.redis.wakeup.RedisWakeUps;

/**
 * Sees to it that a lock does not stay free because the node that was woken is gone, or
 * hears nothing: the node that has released it looks again a little later, and wakes the
 * next one if no node has come. So does one that holds it together with others, and has
 * woken the next of them. A node that is woken, but does not wait any more, wakes the
 * next one at once.
 */
final class HandoffMonitor implements RedisWakeUps.UnclaimedWakeUp {

	private static final Duration PATIENCE = Duration.ofMillis(100);

	private final ConcurrentMap<String, String> released = new ConcurrentHashMap<>();

	private final RedisTransport transport;

	private final LockScripts scripts;

	private final RedisWakeUps wakeUps;

	HandoffMonitor(RedisTransport transport, LockScripts scripts) {
		this.transport = transport;
		this.scripts = scripts;
		this.wakeUps = new RedisWakeUps(transport, this);
	}

	RedisWakeUps wakeUps() {
		return this.wakeUps;
	}

	/**
	 * Look again later whether a node has come.
	 * @param lock the key of the lock
	 * @param lastToken the last token of it when a node was woken; zero if none was
	 */
	void watch(String lock, long lastToken) {
		if (lastToken != 0) {
			String token = LockScripts.token(lastToken);
			this.released.put(lock, token);
			this.wakeUps.later(() -> look(lock, token), PATIENCE);
		}
	}

	/**
	 * Let those come in that were shut out because this node waited to have a lock alone.
	 * @param keys the keys of the lock
	 * @param node where this node hears that it is its turn
	 */
	void leave(RedisKeys keys, String node) {
		this.transport.send(this.scripts.leave(keys, node)).thenAccept((reply) -> passed(keys.lock(), reply));
	}

	@Override
	public void woken(String lock, String lastToken) {
		this.transport.send(this.scripts.pass(lock, lastToken)).thenAccept((reply) -> passed(lock, reply));
	}

	private void look(String lock, String token) {
		if (this.released.remove(lock, token)) {
			woken(lock, token);
		}
	}

	private void passed(String lock, ScriptReply reply) {
		watch(lock, reply.number(0));
	}

}
