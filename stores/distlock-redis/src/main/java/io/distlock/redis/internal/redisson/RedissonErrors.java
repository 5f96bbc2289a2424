// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.redisson;

import java.util.Map;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.ScriptCall;
import org.redisson.RedissonShutdownException;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisBusyException;
import org.redisson.client.RedisClusterDownException;
import org.redisson.client.RedisLoadingException;
import org.redisson.client.RedisMasterDownException;
import org.redisson.client.RedisNoReplicasException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisTryAgainException;
import org.redisson.client.RedisWrongPasswordException;

/**
 * Classifies exceptions of Redisson by their effect on the request.
 */
final class RedissonErrors {

	/**
	 * Error codes that Redisson removes from the server's reply.
	 */
	private static final Map<Class<?>, String> CODES = Map.of(RedisOutOfMemoryException.class, "OOM",
			RedisLoadingException.class, "LOADING", RedisClusterDownException.class, "CLUSTERDOWN",
			RedisTryAgainException.class, "TRYAGAIN", RedisBusyException.class, "BUSY", RedisMasterDownException.class,
			"MASTERDOWN", RedisReadonlyException.class, "READONLY", RedisNoReplicasException.class, "NOREPLICAS",
			RedisAuthRequiredException.class, "NOAUTH", RedisWrongPasswordException.class, "WRONGPASS");

	private RedissonErrors() {
	}

	static LockStoreException failed(ScriptCall call, Throwable failure) {
		String code = CODES.get(failure.getClass());
		return (code != null) ? RedisErrors.answered(call.purpose(), code, failure)
				: RedisErrors.failed(call, outcome(failure), failure);
	}

	// Make an exception of one that a client has thrown when it connected at its first
	// use.
	static LockStoreException unconnected(ScriptCall call, RuntimeException failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (CODES.containsKey(cause.getClass())) {
				return failed(call, cause);
			}
		}
		Outcome outcome = (failure instanceof RedissonShutdownException) ? Outcome.PERMANENT : Outcome.TRANSIENT;
		return RedisErrors.failed(call, outcome, RedisReplies.cause(failure));
	}

	private static Outcome outcome(Throwable failure) {
		if (failure instanceof RedissonShutdownException) {
			return Outcome.PERMANENT;
		}
		boolean unsent = failure instanceof RedisTimeoutException && !(failure instanceof RedisResponseTimeoutException)
				&& String.valueOf(failure.getMessage()).contains("acquire connection");
		return (unsent || failure instanceof RedisNodeNotFoundException) ? Outcome.TRANSIENT : Outcome.UNKNOWN;
	}

}
