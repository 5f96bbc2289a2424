// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.settings.ReplicaSettings;

/**
 * Call of a script.
 *
 * @param script the script
 * @param keys the used keys, all in one slot for a cluster
 * @param arguments the arguments
 * @param intent builds the purpose for messages
 * @param effect the effect on leases
 * @since 0.1.0
 */
public record ScriptCall(LockScript script, List<String> keys, List<String> arguments, Supplier<String> intent,
		Effect effect) {

	// Longest reply of a script that may give a lease if it does not.
	private static final int REFUSED = 3;

	// A call that gives no lease.
	public ScriptCall(LockScript script, List<String> keys, List<String> arguments, Supplier<String> intent) {
		this(script, keys, arguments, intent, Effect.NO_LEASE);
	}

	// What the call is for, in messages, such as "acquire 'orders:42'".
	public String purpose() {
		return this.intent.get();
	}

	// Returns what a client sends after the name of the command, in UTF-8: the text or
	// digest of the script, the number of keys, the keys and the arguments.
	public byte[][] encoded(boolean withText) {
		byte[][] texts = new byte[2 + this.keys.size() + this.arguments.size()][];
		int count = 0;
		texts[count++] = (withText ? this.script.text : this.script.digest).getBytes(StandardCharsets.UTF_8);
		texts[count++] = Integer.toString(this.keys.size()).getBytes(StandardCharsets.UTF_8);
		for (String key : this.keys) {
			texts[count++] = key.getBytes(StandardCharsets.UTF_8);
		}
		for (String argument : this.arguments) {
			texts[count++] = argument.getBytes(StandardCharsets.UTF_8);
		}
		return texts;
	}

	/**
	 * Return whether the result of this script must be acknowledged or durable.
	 * @param wanted the required acknowledgements
	 * @return {@code true} if the script grants leases that a replica or a disk must have
	 */
	public boolean requires(ReplicaSettings wanted) {
		return wanted.areRequired() && this.effect != Effect.NO_LEASE;
	}

	/**
	 * Check the acknowledgements of the result of this script.
	 * @param wanted the required acknowledgements
	 * @param reply the result
	 * @param counts the reply to {@code WAIT} or {@code WAITAOF}: the number of replicas,
	 * or the numbers of masters and replicas
	 * @return the result
	 * @throws LockStoreException after too few acknowledgements of a granted lease
	 */
	public ScriptReply checked(ReplicaSettings wanted, ScriptReply reply, ScriptReply counts) {
		boolean local = !wanted.durable() || counts.number(0) >= 1;
		long replicas = counts.number(counts.values().size() - 1);
		if (needsReplicas(reply) && (!local || replicas < wanted.ack())) {
			throw new LockStoreException(
					("Could not %s: %d of %d replicas acknowledged it within %s%s. Check that as many replicas are connected as "
							+ "'distlock.redis.replicas.ack' asks for, and how far they lag behind")
						.formatted(purpose(), replicas, wanted.ack(), Durations.text(wanted.timeout()),
								local ? "" : ", and the master has not written it to its disk"),
					Outcome.UNKNOWN, null);
		}
		return reply;
	}

	// Whether the script has given or prolonged a lease, or ended one for good, which a
	// failover must not undo.
	private boolean needsReplicas(ScriptReply reply) {
		return switch (this.effect) {
			case NO_LEASE -> false;
			case LEASES -> reply.number(0) == 1 || reply.number(0) > REFUSED;
			case RELEASE -> reply.number(0) != 0;
			case LEASES_OF_KEYS -> reply.values().size() < this.keys.size();
		};
	}

	// Sends calls in groups, of which each returns its replies in the same order. Returns
	// the replies in the order of the calls.
	public static <T> List<CompletableFuture<ScriptReply>> grouped(List<ScriptCall> calls,
			Function<ScriptCall, T> group, BiFunction<T, List<ScriptCall>, List<CompletableFuture<ScriptReply>>> send) {
		Map<ScriptCall, CompletableFuture<ScriptReply>> replies = new IdentityHashMap<>();
		calls.stream().collect(Collectors.groupingBy(group)).forEach((name, some) -> {
			List<CompletableFuture<ScriptReply>> sent = send.apply(name, some);
			for (int i = 0; i < some.size(); i++) {
				replies.put(some.get(i), sent.get(i));
			}
		});
		return calls.stream().map(replies::get).toList();
	}

	// Returns a failure for each of several calls.
	public static List<CompletableFuture<ScriptReply>> failed(List<ScriptCall> calls,
			Function<ScriptCall, LockStoreException> failure) {
		return calls.stream().map((call) -> CompletableFuture.<ScriptReply>failedFuture(failure.apply(call))).toList();
	}

	/**
	 * Leases that a script may grant or extend.
	 */
	public enum Effect {

		/**
		 * No lease that a failover could lose.
		 */
		NO_LEASE,

		/**
		 * One or several leases together, if the reply begins with 1 or with a token.
		 */
		LEASES,

		/**
		 * A lease for each key, except for keys whose position is in the reply.
		 */
		LEASES_OF_KEYS,

		/**
		 * The end of another owner's lock, now or by an earlier call, unless the reply
		 * begins with 0.
		 */
		RELEASE

	}

}
