package io.distlock.redis.redisson;

import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.RedisErrors;
import org.redisson.RedissonShutdownException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisTimeoutException;

/**
 * Tells from an exception of Redisson what became of a request.
 */
final class RedissonErrors {

	private RedissonErrors() {
	}

	static LockStoreException failed(String purpose, Throwable failure) {
		return RedisErrors.failed(purpose, outcome(failure), failure);
	}

	static <T> T classified(String purpose, Supplier<T> request) {
		try {
			return request.get();
		}
		catch (LockStoreException ex) {
			Throwable cause = (ex.getOutcome() == Outcome.UNKNOWN) ? ex.getCause() : null;
			throw (cause != null) ? failed(purpose, cause) : ex;
		}
	}

	static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
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
