// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Locks that a store has listed. Immutable; later versions may add attributes.
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
	 * Create the listing that a query asks for. It has all owners of a key or none,
	 * unless a single key has more owners than the limit.
	 * @param found the locks that were read, in any order: at least one more than the
	 * limit, if there are
	 * @param query the query
	 * @return the first of those that the query includes, by key
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
	 * Return this listing as one that may lack locks, because the scan of the store took
	 * too long.
	 * @return the listing, truncated
	 */
	public LockListing incomplete() {
		return new LockListing(this.locks, true);
	}

	/**
	 * Return the locks.
	 * @return the locks, by key
	 */
	public List<StoredLock> locks() {
		return this.locks;
	}

	/**
	 * Return whether there are more locks, or may be: the store has more than were
	 * requested, or the scan of the store took too long.
	 * @return whether the listing is truncated
	 */
	public boolean truncated() {
		return this.truncated;
	}

	/**
	 * Return where the next page begins.
	 * @return the encoded key for {@link LockQuery#after(String)}, or {@code null} if the
	 * listing is not truncated, or is empty
	 */
	public @Nullable String next() {
		return (this.truncated && !this.locks.isEmpty()) ? this.locks.get(this.locks.size() - 1).key() : null;
	}

}
