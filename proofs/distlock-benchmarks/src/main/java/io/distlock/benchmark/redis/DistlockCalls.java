// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisConsole;

/**
 * What the provider asks of Redis for locks without waiters, whatever its scripts look
 * like: it runs over a transport that writes down each call with its answer. This is all
 * that the benchmarks know of the scripts.
 */
final class DistlockCalls implements RedisTransport {

	/**
	 * How many keys there are, so that most cycles find one that was locked before.
	 */
	static final int KEYS = 1000;

	/**
	 * What the engine asks for with its defaults.
	 */
	private static final int TOKENS = 33;

	private final List<Call> calls = new ArrayList<>();

	private final RedisConsole console;

	private DistlockCalls(RedisConsole console) {
		this.console = console;
	}

	/**
	 * Write down some cycles.
	 * @param console a connection to the server
	 * @param number how many
	 */
	static List<Cycle> record(RedisConsole console, int number) {
		List<Cycle> cycles = new ArrayList<>(number);
		DistlockCalls calls = new DistlockCalls(console);
		try (RedisLockProvider provider = new RedisLockProvider(calls, RedisLockSettings.defaults())) {
			for (int cycle = 0; cycle < number; cycle++) {
				cycles.add(calls.cycle(provider, cycle));
			}
		}
		return cycles;
	}

	private Cycle cycle(RedisLockProvider provider, int cycle) {
		LockKey key = new LockKey("bench", "key" + cycle % KEYS);
		LockOwner owner = new LockOwner("0123456789abcdefABCDEF:" + Integer.toString(cycle, Character.MAX_RADIX));
		LockClaim claim = LockClaim.of(key, Duration.ofSeconds(30), TOKENS, "bench-node");
		this.calls.clear();
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			Lease lease = ((Attempt.Granted) contender.attempt(owner)).lease();
			if (!provider.release(key, owner, lease.firstToken()) || this.calls.size() != 2) {
				throw new IllegalStateException("A lock and its release are not two calls: " + this.calls);
			}
			return new Cycle(this.calls.get(0), this.calls.get(1));
		}
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		Call asked = new Call(call.script().text(), call.keys(), call.arguments(), List.of());
		Object reply = this.console.send(asked.command("EVAL", asked.script()));
		List<Object> values = new ArrayList<>((reply instanceof List<?> list) ? list : List.of(reply));
		this.calls.add(new Call(asked.script(), asked.keys(), asked.arguments(), values));
		return CompletableFuture.completedFuture(new ScriptReply(values));
	}

	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> all, ReplicaSettings wanted) {
		throw new UnsupportedOperationException();
	}

	@Override
	public RedisSubscription subscribe(String channel, RedisSubscription.Listener listener) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean isCluster() {
		return false;
	}

	@Override
	public String info(String section) {
		throw new UnsupportedOperationException();
	}

	@Override
	public KeyScan scan(String pattern, int limit, Duration atMost) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void close() {
	}

	/**
	 * The two calls of a cycle.
	 *
	 * @param acquire the first one
	 * @param release the second one
	 */
	record Cycle(Call acquire, Call release) {

	}

	/**
	 * One call of a script.
	 *
	 * @param script its text
	 * @param keys its keys
	 * @param arguments its arguments
	 * @param reply what it returned
	 */
	record Call(String script, List<String> keys, List<String> arguments, List<Object> reply) {

		/**
		 * Return the command that runs a script with these keys and arguments.
		 */
		Object[] command(String name, String text) {
			return command(name, text, this.arguments);
		}

		Object[] command(String name, String text, List<String> others) {
			List<Object> command = new ArrayList<>(List.of(name, text, this.keys.size()));
			command.addAll(this.keys);
			command.addAll(others);
			return command.toArray();
		}

	}

}
