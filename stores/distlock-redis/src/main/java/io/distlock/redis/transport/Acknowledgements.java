// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.transport;

import java.util.List;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The commands {@code WAIT} and {@code WAITAOF}, by which a grant or a renewal counts
 * only once enough replicas have it, so that the replica that is promoted next knows of
 * it. Renewals need that as much as grants: a master that was cut off from its replicas
 * would otherwise renew for ever what the promoted one grants to another node.
 * <p>
 * What too few have acknowledged in time is a request of which it is not known whether it
 * lasts: a grant is withdrawn, a renewal repeated until the lease has run out.
 *
 * @since 0.1.0
 */
public final class Acknowledgements {

	private Acknowledgements() {
	}

	/**
	 * Return the command that asks who has the writes of its connection.
	 * @param wanted who must have them
	 * @return its name
	 */
	public static String command(ReplicaSettings wanted) {
		return wanted.durable() ? "WAITAOF" : "WAIT";
	}

	/**
	 * Return the arguments of the command.
	 * @param wanted who must have the writes
	 * @return the arguments
	 */
	public static List<String> arguments(ReplicaSettings wanted) {
		String replicas = Integer.toString(wanted.ack());
		String timeout = Long.toString(Math.max(1, wanted.timeout().toMillis()));
		return wanted.durable() ? List.of("1", replicas, timeout) : List.of(replicas, timeout);
	}

	/**
	 * Check which servers have the result of a script.
	 * @param call the script
	 * @param reply what it returned
	 * @param answer what the server said to the command: how many replicas, or how many
	 * masters and replicas
	 * @param wanted who must have it
	 * @return the reply
	 * @throws LockStoreException if the script has given a lease that too few have
	 */
	public static ScriptReply checked(ScriptCall call, ScriptReply reply, @Nullable Object answer,
			ReplicaSettings wanted) {
		List<?> counts = (answer instanceof List<?> list) ? list : List.of(answer);
		boolean local = !wanted.durable() || number(counts.get(0)) >= 1;
		long replicas = number(counts.get(counts.size() - 1));
		if (call.needsReplicas(reply) && (!local || replicas < wanted.ack())) {
			throw tooFew(call, replicas, local, wanted);
		}
		return reply;
	}

	/**
	 * Make an exception of a client into one that says what became of a script and of the
	 * command after it. Where the server refuses only the command the script has run, so
	 * that what it gave must be taken back.
	 * @param call the script
	 * @param failure the client's exception
	 * @return the exception
	 */
	public static LockStoreException failed(ScriptCall call, Throwable failure) {
		LockStoreException known = RedisErrors.failed(call.purpose(), Outcome.UNKNOWN, RedisReplies.cause(failure));
		if (known.getOutcome() == Outcome.UNKNOWN || !RedisErrors.isOfAcknowledgement(known)) {
			return known;
		}
		return new LockStoreException(
				"Could not %s: the server does not say who has it. (%s)".formatted(call.purpose(), known.getMessage()),
				Outcome.UNKNOWN, known);
	}

	private static LockStoreException tooFew(ScriptCall call, long replicas, boolean local, ReplicaSettings wanted) {
		return new LockStoreException(
				("Could not %s: %d of %d replicas acknowledged it within %s%s. Check that as many replicas are connected as "
						+ "'distlock.redis.replicas.ack' asks for, and how far they lag behind")
					.formatted(call.purpose(), replicas, wanted.ack(), wanted.timeout(),
							local ? "" : ", and the master has not written it to its disk"),
				Outcome.UNKNOWN, null);
	}

	private static long number(@Nullable Object value) {
		if (value instanceof Number number) {
			return number.longValue();
		}
		throw new IllegalArgumentException("The server should say how many replicas, but said '%s'".formatted(value));
	}

}
