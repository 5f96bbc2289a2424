// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Support for transports that await replies of clients.
 *
 * @since 0.1.0
 */
public final class RedisReplies {

	/**
	 * Maximum response time of a server.
	 */
	public static final Duration TIMEOUT = Duration.ofSeconds(3);

	private RedisReplies() {
	}

	// Waits for an answer; fails with a LockStoreException if it does not come in time,
	// or is an error. An interrupt meanwhile ends nothing, and stays in the thread's
	// flag.
	public static <T> T await(Future<T> answer, Supplier<String> purpose) {
		return await(answer, purpose, TIMEOUT);
	}

	public static <T> T await(Future<T> answer, Supplier<String> purpose, Duration timeout) {
		try {
			return Uninterrupted.await(answer, timeout);
		}
		catch (TimeoutException ex) {
			answer.cancel(true);
			throw unanswered(purpose, timeout, ex);
		}
		catch (ExecutionException ex) {
			throw RedisErrors.failed(purpose.get(), Outcome.UNKNOWN, (ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (CancellationException ex) {
			throw RedisErrors.failed(purpose.get(), Outcome.UNKNOWN, ex);
		}
	}

	// Ends the wait for an answer after a while, with a LockStoreException, without a
	// thread that waits.
	public static CompletableFuture<ScriptReply> timely(CompletableFuture<ScriptReply> answer, Supplier<String> purpose,
			Duration timeout) {
		return answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedFuture((failure instanceof TimeoutException) ? unanswered(purpose, timeout, failure) : failure));
	}

	// Without what futures wrap it in.
	public static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	private static LockStoreException unanswered(Supplier<String> purpose, Duration timeout, Throwable cause) {
		return new LockStoreException("Could not %s in Redis: no answer within %d seconds, so it may have taken effect"
			.formatted(purpose.get(), timeout.toSeconds()), Outcome.UNKNOWN, cause);
	}

	// Sends a script again, with its text, if the server does not know it.
	public static <T> CompletableFuture<T> loaded(CompletionStage<T> answer, Supplier<CompletionStage<T>> text) {
		return answer.exceptionallyCompose((failure) -> RedisErrors.isScriptMissing(cause(failure)) ? text.get()
				: CompletableFuture.failedStage(failure))
			.toCompletableFuture();
	}

	// The same, and makes of the answer what a script returned, or what became of it.
	// Whichever of the two requests is on its way is cancelled together with that, so
	// that a client does not send it later. So is one that is given up because it takes
	// too long.
	public static <T> CompletableFuture<ScriptReply> loaded(CompletableFuture<T> answer,
			Supplier<CompletableFuture<T>> text, Function<T, ScriptReply> read,
			Function<Throwable, LockStoreException> failed) {
		AtomicReference<Future<?>> request = new AtomicReference<>(answer);
		CompletableFuture<ScriptReply> reply = loaded(answer, () -> {
			CompletableFuture<T> again = text.get();
			request.set(again);
			return again;
		}).thenApply(read)
			.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(failed.apply(cause(failure))));
		reply.whenComplete((done, failure) -> {
			if (isGivenUp(failure)) {
				request.get().cancel(true);
			}
		});
		return reply;
	}

	// Returns whether an answer has failed because the caller no longer waits.
	public static boolean isGivenUp(@Nullable Throwable failure) {
		return failure instanceof CancellationException || failure instanceof TimeoutException;
	}

	// Reads what a script returned: a number, or a list of numbers and of texts, which
	// may be bytes.
	public static ScriptReply of(@Nullable Object reply) {
		if (reply instanceof Long number) {
			return new ScriptReply(List.of(number));
		}
		if (reply instanceof List<?> values) {
			List<Object> read = new ArrayList<>(values.size());
			for (Object value : values) {
				read.add((value instanceof Long) ? value : value(value));
			}
			return new ScriptReply(read);
		}
		throw new IllegalArgumentException(
				"A script should return an array or a number, but returned '%s'".formatted(reply));
	}

	public static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	public static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private static Object value(@Nullable Object value) {
		if (value instanceof byte[] bytes) {
			return text(bytes);
		}
		if (value == null) {
			throw new IllegalArgumentException("A script should return numbers and texts, but returned nothing");
		}
		return value;
	}

}
