// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;

/**
 * Runs the scripts of one lock on a real server, in any order, for owners of any name.
 */
final class ScriptConsole implements AutoCloseable {

	static final Duration LEASE = Duration.ofSeconds(20);

	final LockKey key = new LockKey("scripts", UUID.randomUUID().toString());

	final RedisKeys keys = new RedisKeys(this.key);

	private final RedisConsole console = RedisServer.shared().console();

	private final LockScripts scripts;

	private final UnaryOperator<String> script;

	ScriptConsole(boolean fair) {
		this(fair, UnaryOperator.identity());
	}

	/**
	 * Create a console.
	 * @param fair whether the order of arrival counts
	 * @param script changes the text of a script before it is run
	 */
	ScriptConsole(boolean fair, UnaryOperator<String> script) {
		this.script = script;
		this.scripts = new LockScripts(Duration.ofMinutes(1), fair);
	}

	List<Object> acquire(String owner, int tokens) {
		return acquire(owner, tokens, LEASE);
	}

	List<Object> acquire(String owner, int tokens, Duration lease) {
		return run(this.scripts.acquire(this.keys, claim(lease, tokens), new LockOwner(owner)));
	}

	List<Object> await(String owner, String node, long ticket) {
		return run(this.scripts.await(this.keys, claim(LEASE, 1), new LockOwner(owner), node, ticket));
	}

	List<Object> release(String owner, long used) {
		return run(this.scripts.release(this.key, new LockOwner(owner), used));
	}

	List<Object> renew(String owner) {
		return renew(owner, 9_999_999_999_999_999L);
	}

	List<Object> renew(String owner, long last) {
		return run(this.scripts.renew(List.of(lease(owner, last))));
	}

	List<Object> yieldOrRenew(String owner, long last, long used, int tokens) {
		return run(this.scripts.yieldOrRenew(lease(owner, last), used, claim(LEASE, tokens)));
	}

	List<Object> pass(long last) {
		return run(this.scripts.pass(this.keys.lock(), LockScripts.token(last)));
	}

	List<Object> forceRelease() {
		return run(this.scripts.forceRelease(this.key));
	}

	List<Object> describe(String... locks) {
		return run(this.scripts.describe(List.of(locks)));
	}

	String record() {
		return String.valueOf(send("GET", this.keys.lock()));
	}

	long timeToLive() {
		return (long) send("PTTL", this.keys.lock());
	}

	long serverMicros() {
		List<?> time = (List<?>) send("TIME");
		return Long.parseLong(time.get(0).toString()) * 1_000_000 + Long.parseLong(time.get(1).toString());
	}

	Object send(Object... command) {
		return this.console.send(command);
	}

	@SuppressWarnings("unchecked")
	List<Object> run(ScriptCall call) {
		List<Object> command = new ArrayList<>(
				List.of("EVAL", this.script.apply(call.script().text()), call.keys().size()));
		command.addAll(call.keys());
		command.addAll(call.arguments());
		Object reply = send(command.toArray());
		return (reply instanceof Long) ? List.of(reply) : (List<Object>) reply;
	}

	@Override
	public void close() {
		this.console.close();
	}

	private Lease lease(String owner, long last) {
		return Lease.of(this.key, new LockOwner(owner), LEASE, last, last);
	}

	private LockClaim claim(Duration lease, int tokens) {
		return LockClaim.of(this.key, lease, tokens, "the node");
	}

}
