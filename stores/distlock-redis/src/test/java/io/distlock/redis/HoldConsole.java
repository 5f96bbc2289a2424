// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.distlock.LockMode;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.Permits;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.ScriptCall;

/**
 * Runs the scripts of one key that several owners hold, in any order, for owners of any
 * name. There are three permits.
 */
final class HoldConsole implements AutoCloseable {

	final ScriptConsole server;

	final RedisKeys keys;

	private final LockScripts scripts = new LockScripts(Duration.ofMinutes(1), true);

	private final LockKey key;

	HoldConsole(LockMode mode) {
		this(mode, new ScriptConsole(true));
	}

	HoldConsole(LockMode mode, ScriptConsole server) {
		this.server = server;
		this.key = this.server.key.in(mode);
		this.keys = new RedisKeys(this.key);
	}

	List<Object> acquire(String owner) {
		return run(owner, (attempt) -> this.scripts.acquire(this.keys, claim(), attempt));
	}

	/**
	 * Take what is free.
	 * @return the token
	 */
	long hold(String owner) {
		return LockScriptTests.granted(acquire(owner));
	}

	long release(String owner, long token) {
		return (long) run(owner, (attempt) -> this.scripts.release(this.key, attempt, token)).get(0);
	}

	List<Object> renew(String owner, long token) {
		return run(owner, (attempt) -> this.scripts
			.renewShared(List.of(Lease.of(this.key, attempt, ScriptConsole.LEASE, token, token))));
	}

	List<Object> await(String owner, String node) {
		return run(owner, (attempt) -> this.scripts.await(this.keys, claim(), attempt, node, 0));
	}

	/**
	 * Ask for the lock alone, as one who waits.
	 */
	List<Object> awaitAlone(String owner, String node) {
		return run(owner, (attempt) -> this.scripts.await(this.keys, claimAlone(), attempt, node, 0));
	}

	/**
	 * Wait no longer to have the lock alone.
	 */
	long leave(String node) {
		return (long) this.server.run(this.scripts.leave(this.keys, node)).get(0);
	}

	long releaseAlone(String owner, long token) {
		return (long) this.server.release(owner, token).get(0);
	}

	long pass(long last) {
		return (long) this.server.run(this.scripts.pass(this.keys.lock(), LockScripts.token(last))).get(0);
	}

	List<Object> forceRelease() {
		return this.server.run(this.scripts.forceRelease(this.key));
	}

	/**
	 * Let the lease of an owner run out.
	 */
	void runOut(String owner) {
		String entry = this.server.send("HGET", this.keys.holders(), owner).toString();
		this.server.send("HSET", this.keys.holders(), owner, entry.replaceFirst("\\d+", "1"));
	}

	/**
	 * Return the nodes that wait, as they stand in the queue.
	 */
	List<?> queue() {
		return (List<?>) this.server.send("ZRANGE", this.keys.queue(), 0, -1);
	}

	String record() {
		return String.valueOf(this.server.send("GET", this.keys.lock()));
	}

	@Override
	public void close() {
		this.server.close();
	}

	private List<Object> run(String owner, Function<LockOwner, ScriptCall> call) {
		return this.server.run(call.apply(new LockOwner(owner)));
	}

	LockClaim claimAlone() {
		return LockClaim.of(this.server.key, ScriptConsole.LEASE, 1, "the node");
	}

	LockClaim claim() {
		return LockClaim.of(this.key, ScriptConsole.LEASE, 1, "the node")
			.withPermits((this.key.mode() == LockMode.PERMIT) ? new Permits(3, 1) : Permits.NONE);
	}

}
