// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Locks listed by a store. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class LockListing {

	private final List<StoredLock> locks;

	private final boolean truncated;

	private LockListing(List<StoredLock> locks, boolean truncated) {
		this.locks = List.copyOf(locks);
		this.truncated = truncated;
	}

	/**
	 * Create the listing for a query. The listing contains all owners of a key or no
	 * owner, unless a single key has more owners than the limit.
	 * @param found the locks read, in any order; more than the limit if there are more
	 * locks
	 * @param query the query
	 * @return the first locks that match the query, ordered by key
	 */
	public static LockListing of(Collection<StoredLock> found, LockQuery query) {
		List<StoredLock> locks = found.stream()
			.filter((lock) -> query.includes(lock.key()))
			.sorted(Comparator.comparing(StoredLock::key))
			.toList();
		if (locks.size() <= query.limit()) {
			return new LockListing(locks, false);
		}
		int end = query.limit();
		while (end > 0 && locks.get(end - 1).key().equals(locks.get(query.limit()).key())) {
			end--;
		}
		return new LockListing(locks.subList(0, (end > 0) ? end : query.limit()), true);
	}

	/**
	 * Return this listing as truncated, because the scan of the store took too long.
	 * @return the truncated listing
	 */
	public LockListing incomplete() {
		return new LockListing(this.locks, true);
	}

	/**
	 * Return the locks.
	 * @return the locks, ordered by key
	 */
	public List<StoredLock> locks() {
		return this.locks;
	}

	/**
	 * Return whether the store may contain more locks: the limit was exceeded, or the
	 * scan of the store took too long.
	 * @return {@code true} if the listing is truncated
	 */
	public boolean truncated() {
		return this.truncated;
	}

	/**
	 * Return the start of the next page.
	 * @return the encoded key for {@link LockQuery#after(String)}, or {@code null} if the
	 * listing is complete or empty
	 */
	public @Nullable String next() {
		return (this.truncated && !this.locks.isEmpty()) ? this.locks.get(this.locks.size() - 1).key() : null;
	}

}
