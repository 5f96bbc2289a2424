// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import net.spy.memcached.CASResponse;
import net.spy.memcached.CASValue;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.ops.OperationErrorType;
import net.spy.memcached.ops.OperationException;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the servers, each with a timeout of a few seconds.
 */
final class MemcachedItems {

	/**
	 * Timeout of a request.
	 */
	static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);

	/**
	 * Maximum length of a key in bytes.
	 */
	private static final int MAX_KEY_LENGTH = 250;

	/**
	 * Suffix of the keys of marks. Encoded keys never have this suffix.
	 */
	private static final String WAITERS = "~waiters";

	private static final int MARK_SECONDS = 2;

	private final MemcachedClient client;

	MemcachedItems(MemcachedClient client) {
		this.client = client;
	}

	static String path(LockKey key) {
		return key.encoded(MAX_KEY_LENGTH - WAITERS.length());
	}

	/**
	 * Create a missing item.
	 * @return {@code true} if the item was created
	 */
	boolean add(LockKey key, StoredOwner value, Duration lease) {
		return await(key, send(key,
				() -> this.client.add(path(key), Expiry.seconds(lease), value.text(), TextTranscoder.INSTANCE)));
	}

	/**
	 * Return the item of a lock.
	 * @return the item, or {@code null} if missing
	 */
	@Nullable Item find(LockKey key) {
		return Item.of(await(key, read(key)));
	}

	/**
	 * Return the holder of a lock.
	 * @return the owner, or {@code null} for a free lock
	 * @throws LockStoreException if another application has written the item
	 */
	@Nullable StoredOwner owner(LockKey key) {
		Item found = find(key);
		if (found != null && found.isForeign()) {
			throw new LockStoreException(
					"Could not acquire '%s' in Memcached. The item '%s' does not hold what this version keeps of a lock. Unless a node of another version runs, delete it"
						.formatted(key, path(key)),
					Outcome.PERMANENT, null);
		}
		return (found != null) ? found.value() : null;
	}

	/**
	 * Read the item of a lock, without waiting.
	 */
	Future<CASValue<String>> read(LockKey key) {
		return send(key, () -> this.client.asyncGets(path(key), TextTranscoder.INSTANCE));
	}

	/**
	 * Replace the item of a lock if it is unchanged since the read.
	 */
	CASResponse replace(LockKey key, Item found, StoredOwner value, Duration lease) {
		return await(key, write(key, found, value, lease));
	}

	/**
	 * Replace the item of a lock, without waiting.
	 */
	Future<CASResponse> write(LockKey key, Item found, StoredOwner value, Duration lease) {
		return send(key, () -> this.client.asyncCAS(path(key), found.version(), Expiry.seconds(lease), value.text(),
				TextTranscoder.INSTANCE));
	}

	/**
	 * Delete an item if it is unchanged since the read. The text protocol has no such
	 * request; a negative expiry has the same effect.
	 */
	CASResponse delete(LockKey key, Item found) {
		return await(key, send(key, () -> this.client.asyncCAS(path(key), found.version(), Expiry.NOW, StoredOwner.NONE,
				TextTranscoder.INSTANCE)));
	}

	/**
	 * Mark a lock as awaited, for a second or two.
	 */
	void markAwaited(LockKey key) {
		await(key, send(key, () -> this.client.set(path(key) + WAITERS, MARK_SECONDS, "", TextTranscoder.INSTANCE)));
	}

	boolean isAwaited(LockKey key) {
		return await(key, send(key, () -> this.client.asyncGets(path(key) + WAITERS, TextTranscoder.INSTANCE))) != null;
	}

	/**
	 * Return the answer to a request.
	 * @throws LockStoreException if the request failed, or without a timely answer
	 */
	<T> T await(LockKey key, Future<T> answer) {
		return await(key, answer, REQUEST_TIMEOUT);
	}

	private static <T> T await(LockKey key, Future<T> answer, Duration patience) {
		try {
			return Uninterrupted.await(answer, patience);
		}
		catch (TimeoutException ex) {
			answer.cancel(true);
			throw noAnswer(key, ex);
		}
		catch (CancellationException ex) {
			throw unreachable(key, ex);
		}
		catch (ExecutionException ex) {
			throw failure(key, ex.getCause());
		}
	}

	/**
	 * Abandon an overdue request. After several overdue requests in a row, the client
	 * reconnects.
	 * @return the exception to report
	 */
	LockStoreException giveUp(LockKey key, Future<?> answer) {
		try {
			await(key, answer, Duration.ZERO);
			return noAnswer(key, null);
		}
		catch (LockStoreException ex) {
			return ex;
		}
	}

	private static LockStoreException noAnswer(LockKey key, @Nullable Throwable cause) {
		return new LockStoreException(
				"No answer within %d s from the Memcached server of lock '%s': check that all servers run and can be reached"
					.formatted(REQUEST_TIMEOUT.toSeconds(), key),
				Outcome.UNKNOWN, cause);
	}

	private static LockStoreException failure(LockKey key, @Nullable Throwable cause) {
		if (cause instanceof OperationException error) {
			boolean ours = error.getType() == OperationErrorType.CLIENT;
			return new LockStoreException(
					"The Memcached server of lock '%s' refused: %s. Check its memory limit (-m), and that it is Memcached"
						.formatted(key, error.getMessage()),
					ours ? Outcome.PERMANENT : Outcome.TRANSIENT, cause);
		}
		return unreachable(key, cause);
	}

	private static LockStoreException unreachable(LockKey key, @Nullable Throwable cause) {
		return new LockStoreException(
				"The Memcached server of lock '%s' cannot be reached, or closed the connection: check that all servers run"
					.formatted(key),
				Outcome.UNKNOWN, cause);
	}

	private static <T> T send(LockKey key, Supplier<T> request) {
		try {
			return request.get();
		}
		catch (IllegalStateException ex) {
			throw new LockStoreException(
					"The Memcached client takes no request for lock '%s': %s".formatted(key, ex.getMessage()),
					Outcome.TRANSIENT, ex);
		}
	}

	void close() {
		this.client.shutdown();
	}

	/**
	 * Item as read.
	 *
	 * @param version the version, which changes with each write
	 * @param text the content
	 * @param value the holder of the lock, or {@code null} for content of another
	 * application, or after a release
	 */
	record Item(long version, String text, @Nullable StoredOwner value) {

		static @Nullable Item of(@Nullable CASValue<String> found) {
			return (found != null) ? new Item(found.getCas(), found.getValue(), StoredOwner.of(found.getValue()))
					: null;
		}

		boolean isForeign() {
			return this.value == null && !this.text.equals(StoredOwner.NONE);
		}

	}

}
