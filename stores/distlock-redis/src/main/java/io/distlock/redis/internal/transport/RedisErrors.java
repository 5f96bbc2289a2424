// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Classifies error replies of a server by their effect on the request. Clients wrap an
 * error reply in their own exceptions, but keep its text, which begins with a code.
 *
 * @since 0.1.0
 */
public final class RedisErrors {

	/**
	 * Advice for a rejected user or password.
	 */
	public static final String LOGIN_REJECTED = "The server rejects the user or password: check the client's settings.";

	private static final String TOO_MANY_CLIENTS = "max number of clients reached";

	private static final Set<String> PASSING = Set.of("READONLY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN",
			"MOVED", "ASK", "NOREPLICAS", "BUSY", "MISCONF", "OOM", "NOSCRIPT", "UNKILLABLE", "EXECABORT",
			TOO_MANY_CLIENTS);

	private static final Pattern CODE = Pattern
		.compile("(?:^|[\\s:@-])(" + String.join("|", PASSING) + "|NOAUTH|WRONGPASS|NOPERM|WRONGTYPE|CROSSSLOT) ");

	private static final Pattern OTHER = Pattern.compile("(?:^|[\\s:])ERR ");

	private static final Pattern ACKNOWLEDGEMENT = Pattern.compile("(?i)\\b(?:WAIT|WAITAOF|EXEC without MULTI)\\b");

	// Lettuce's message for a request while it is not connected.
	private static final String REJECTED = "Commands are rejected";

	// Jedis' message, which has no cause.
	private static final String UNCONNECTED = "Failed to connect to ";

	private static final String UNKNOWN_COMMAND = "unknown command";

	// Reply of Redis 7 instead of NOPERM for a command in a script.
	private static final String FORBIDDEN_IN_SCRIPT = "The user executing the script can't run this command";

	private RedisErrors() {
	}

	// Makes an exception of a client into one that says what became of the request; the
	// outcome is that where the server has answered nothing.
	public static LockStoreException failed(String purpose, Outcome otherwise, Throwable failure) {
		if (failure instanceof LockStoreException known) {
			return known;
		}
		String code = code(failure);
		if (code != null) {
			return answered(purpose, code, failure);
		}
		boolean unsent = otherwise == Outcome.UNKNOWN && isUnsent(failure);
		return failed(purpose, null, unsent ? Outcome.TRANSIENT : otherwise, failure);
	}

	// The same for a script, with its keys where the server does not say which of them
	// holds something else.
	public static LockStoreException failed(ScriptCall call, Outcome otherwise, Throwable failure) {
		LockStoreException known = failed(call.purpose(), otherwise, failure);
		String message = String.valueOf(known.getMessage());
		Throwable cause = known.getCause();
		if (cause == null || call.keys().stream().anyMatch(message::contains) || !"WRONGTYPE".equals(code(cause))) {
			return known;
		}
		return new LockStoreException(message + ". The keys are: " + String.join(" ", call.keys()), known.getOutcome(),
				cause);
	}

	// Returns whether a client certainly has not sent a request. A client of a Cluster
	// may
	// have sent it to one node before it could not connect to another.
	private static boolean isUnsent(Throwable failure) {
		List<Throwable> chain = chain(failure);
		return chain.stream().anyMatch((ex) -> message(ex).contains(REJECTED))
				|| (chain.stream().anyMatch(RedisErrors::isOfConnecting)
						&& chain.stream().noneMatch((ex) -> ex.getClass().getSimpleName().contains("Cluster")));
	}

	private static boolean isOfConnecting(Throwable failure) {
		return failure instanceof ConnectException || failure instanceof NoRouteToHostException
				|| failure instanceof UnknownHostException || message(failure).startsWith(UNCONNECTED);
	}

	// Returns whether a client has no notifications for this kind of servers.
	public static boolean isUnsupported(Throwable failure) {
		return chain(failure).stream().anyMatch(UnsupportedOperationException.class::isInstance);
	}

	// Makes an exception of an error reply, of a client that keeps no more than the code
	// with which it began.
	public static LockStoreException answered(String purpose, String code, Throwable failure) {
		Outcome outcome = PASSING.contains(code) ? Outcome.TRANSIENT : Outcome.PERMANENT;
		return failed(purpose, code, outcome, failure);
	}

	private static LockStoreException failed(String purpose, @Nullable String code, Outcome outcome,
			Throwable failure) {
		return new LockStoreException(
				"Could not %s in Redis. %s (%s)".formatted(purpose, remedy(code, outcome), describe(failure)), outcome,
				failure);
	}

	// Returns whether the server did not know a script by its digest.
	public static boolean isScriptMissing(Throwable failure) {
		return "NOSCRIPT".equals(code(failure));
	}

	// Returns whether the server's user lacks a right, or the server a feature, so that
	// it will refuse again.
	public static boolean isRefused(Throwable failure) {
		return "NOPERM".equals(code(failure))
				|| messages(failure).stream().anyMatch((message) -> message.contains(UNKNOWN_COMMAND));
	}

	// Returns whether the server rejects the user or password, which may change.
	public static boolean isLoginRejected(Throwable failure) {
		String code = code(failure);
		return "NOAUTH".equals(code) || "WRONGPASS".equals(code);
	}

	// Makes an exception of a client into one that says what became of a script and of
	// the command after it that asks who has its writes. Where the server refuses only
	// that command, or the transaction around both, the script has run, so that what it
	// gave must be taken back.
	public static LockStoreException unacknowledged(ScriptCall call, Throwable failure) {
		LockStoreException known = failed(call, Outcome.UNKNOWN, failure);
		Throwable cause = known.getCause();
		if (known.getOutcome() == Outcome.UNKNOWN || cause == null
				|| messages(cause).stream().noneMatch((message) -> ACKNOWLEDGEMENT.matcher(message).find())) {
			return known;
		}
		return new LockStoreException(
				"Could not %s: the server does not say who has it. (%s)".formatted(call.purpose(), known.getMessage()),
				Outcome.UNKNOWN, known);
	}

	private static String remedy(@Nullable String code, Outcome outcome) {
		if (code == null) {
			return switch (outcome) {
				case TRANSIENT -> "The request was not sent. Check that the server answers, and that the client's "
						+ "connection pool is large enough.";
				case UNKNOWN -> "No response, so it may have taken effect.";
				case PERMANENT -> "The client cannot be used.";
			};
		}
		return switch (code) {
			case "NOPERM" -> "The server's user lacks rights. It needs: ~distlock:* &distlock:* +evalsha +eval +get "
					+ "+set +exists +pexpire +pttl +time +zadd +zpopmin +zrank +zrem +zscore +publish +subscribe +unsubscribe +info "
					+ "+scan +wait +ping. Where the disk is waited for, also: waitaof. Redlock needs more: +mget +del. Redisson needs more: +script|load +multi +exec. "
					+ "Shared locks and permits need more: +hget +hset +hdel +hgetall +hlen. To force their release: +del. "
					+ "Cluster jobs need more: +hget +hset +hmget +zrevrange +zremrangebylex +zremrangebyrank. To remove a job: +del.";
			case "NOAUTH", "WRONGPASS" -> LOGIN_REJECTED;
			case "WRONGTYPE" ->
				"A key of the lock holds something else: another application uses it, or an incompatible version of this "
						+ "library. Unless a node of another version runs, delete that key with DEL.";
			case "OOM" -> "The server is out of memory: raise 'maxmemory', with the policy 'noeviction'. "
					+ "Locks that are held stay and can be released.";
			case "MISCONF" -> "The server cannot write to its disk, so it rejects writes.";
			case "NOREPLICAS" -> "Too few replicas are connected for the server's 'min-replicas-to-write'.";
			case "EXECABORT" ->
				"The server has not run it, perhaps because its memory is full, because the slot has moved, or because "
						+ "the server's user lacks rights. Another try may succeed.";
			case "CROSSSLOT" -> "The server is a Redis Cluster, but the client is not set up for one.";
			case "READONLY" -> "The server is a replica, perhaps after a failover that the client has not seen yet.";
			default -> (outcome == Outcome.TRANSIENT) ? "Another try may succeed." : "The server refused it.";
		};
	}

	private static @Nullable String code(Throwable failure) {
		String said = String.join("\n", messages(failure));
		Matcher matcher = CODE.matcher(said);
		if (matcher.find()) {
			return matcher.group(1);
		}
		if (said.contains(TOO_MANY_CLIENTS)) {
			return TOO_MANY_CLIENTS;
		}
		if (said.contains(FORBIDDEN_IN_SCRIPT)) {
			return "NOPERM";
		}
		return OTHER.matcher(said).find() ? "ERR" : null;
	}

	// Describe what failed, and all its causes: some client names the address in one of
	// the causes only.
	public static String describe(Throwable failure) {
		List<String> messages = new ArrayList<>();
		for (String message : messages(failure)) {
			if (messages.stream().noneMatch((said) -> said.contains(message))) {
				messages.add(message);
			}
		}
		return String.join("; cause: ", messages);
	}

	private static List<String> messages(Throwable failure) {
		// What we say ourselves names the lock, whose key may look like a code.
		return chain(failure).stream()
			.filter((ex) -> !(ex instanceof LockStoreException))
			.map(RedisErrors::message)
			.toList();
	}

	private static List<Throwable> chain(Throwable failure) {
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		List<Throwable> chain = new ArrayList<>();
		for (Throwable ex = failure; ex != null && seen.add(ex); ex = ex.getCause()) {
			chain.add(ex);
		}
		return chain;
	}

	private static String message(Throwable failure) {
		return (failure.getMessage() != null) ? failure.getMessage() : failure.toString();
	}

}
