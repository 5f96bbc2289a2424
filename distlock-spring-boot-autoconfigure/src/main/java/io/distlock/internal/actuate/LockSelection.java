// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockQuery;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/**
 * Locks selected by a request.
 *
 * @param limit the maximum number
 * @param key the only key, or {@code null}
 * @param prefix the prefix of keys
 * @param after the encoded key after which the listing of a store begins
 */
record LockSelection(int limit, @Nullable String key, String prefix, String after) {

	private static final int DEFAULT_LIMIT = 100;

	private static final int MAX_LIMIT = 10_000;

	// Is never held: names of locks do not begin so.
	private static final String CHECKED_KEY = "distlock.check";

	/**
	 * Check the parameters of a request.
	 */
	static LockSelection of(@Nullable Integer limit, @Nullable String key, @Nullable String prefix,
			@Nullable String after) {
		int most = (limit != null) ? limit : DEFAULT_LIMIT;
		require(most >= 0 && most <= MAX_LIMIT, "'limit' must be from 0 to %d, but is %d", MAX_LIMIT, most);
		require(key == null || prefix == null, "'key' and 'prefix' exclude each other");
		require(key == null || !key.isBlank(), "'key' must not be blank");
		return new LockSelection(most, key, (prefix != null) ? prefix : "", (after != null) ? after : "");
	}

	private static void require(boolean condition, String message, Object... arguments) {
		if (!condition) {
			String reason = message.formatted(arguments);
			throw new InvalidEndpointRequestException(reason, reason);
		}
	}

	boolean includes(String name) {
		return (this.key != null) ? name.equals(this.key) : name.startsWith(this.prefix);
	}

	LockListing list(LockCatalog catalog, String keyPrefix) {
		if (this.limit == 0) {
			return catalog.heldLocks(LockQuery.of(new LockKey(keyPrefix, CHECKED_KEY), 1));
		}
		if (this.key == null) {
			LockQuery query = LockQuery.first(this.limit).after(this.after);
			return catalog.heldLocks(this.prefix.isEmpty() ? query : query.startingWith(keyPrefix, this.prefix));
		}
		LockQuery lock = LockQuery.of(new LockKey(keyPrefix, this.key), this.limit);
		LockQuery permits = LockQuery.of(new LockKey(keyPrefix, this.key, LockMode.PERMIT), this.limit);
		return LockListing.of(
				Stream.of(lock, permits).flatMap((query) -> catalog.heldLocks(query).locks().stream()).toList(),
				LockQuery.first(this.limit));
	}

}
