// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.line.LineStore.Change;
import io.distlock.line.LineStore.Entry;
import io.distlock.provider.HoldRules;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import org.jspecify.annotations.Nullable;

/**
 * Number of permits of each key. A number is valid for one to a few minutes after its
 * last write: the store has no clock to read, so the number is bound to a session that is
 * never kept alive. All numbers written by this process within half a minute share a
 * session.
 */
final class PermitNumbers {

	private static final Duration REWRITE_AGE = HoldRules.PERMITS_KEPT.dividedBy(2);

	private static final int ROUNDS = 100;

	private static final int REMEMBERED = 10_000;

	/**
	 * Time of this process's last write of each number.
	 */
	private final Map<LockKey, Long> put = new LinkedHashMap<>() {

		@Override
		protected boolean removeEldestEntry(Map.Entry<LockKey, Long> eldest) {
			return size() > REMEMBERED;
		}

	};

	private final LineStore store;

	private final LineKeys keys;

	private volatile @Nullable Term term;

	PermitNumbers(LineStore store, LineKeys keys) {
		this.store = store;
		this.keys = keys;
	}

	/**
	 * Return the number of permits in force, and write the number of this node if it
	 * takes precedence.
	 */
	int declare(LockKey key, Permits asked, String purpose) {
		String path = this.keys.permits(key);
		for (int round = 0; round < ROUNDS; round++) {
			Entry before = find(path, purpose);
			Permits counts = (before != null) ? read(path, before) : Permits.NONE;
			if (before != null && counts.version() > asked.version()) {
				return counts.number();
			}
			if (before != null && counts.equals(asked) && isFresh(key)) {
				return counts.number();
			}
			if (put(path, asked, (before != null) ? before.changed() : 0, purpose)) {
				note(key);
				return asked.number();
			}
		}
		throw new LockStoreException("Could not %s in %s: too many nodes are changing its number of permits. Try again"
			.formatted(purpose, this.store.title()), Outcome.TRANSIENT, null);
	}

	/**
	 * Return the number of permits in force for a key, at least one.
	 * @param encodedKey the key
	 */
	int number(String encodedKey, String purpose) {
		String path = this.keys.permits(encodedKey);
		Entry found = find(path, purpose);
		return (found != null) ? Math.max(1, read(path, found).number()) : 1;
	}

	/**
	 * Return the number of permits of a key for display: one if the number is missing or
	 * corrupt.
	 * @param encodedKey the key
	 */
	int listed(String encodedKey, String purpose) {
		String path = this.keys.permits(encodedKey);
		Entry found = find(path, purpose);
		try {
			return (found != null) ? Math.max(1, read(path, found).number()) : 1;
		}
		catch (LockStoreException ex) {
			return 1;
		}
	}

	private @Nullable Entry find(String path, String purpose) {
		List<Entry> found = this.store.await(purpose, this.store.read(List.of(path)));
		return found.isEmpty() ? null : found.get(0);
	}

	private Permits read(String path, Entry found) {
		String[] parts = found.value().split(" ");
		try {
			return new Permits(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
		}
		catch (IllegalArgumentException | IndexOutOfBoundsException ex) {
			throw new LockStoreException("The key '%s' of %s does not hold a number of permits. Delete it"
				.formatted(path, this.store.title()), Outcome.PERMANENT, ex);
		}
	}

	/**
	 * Write a number, unless another node has written it or the session has ended early.
	 * The next round detects the outcome.
	 */
	private boolean put(String path, Permits asked, long changed, String purpose) {
		Change change = new Change(path, asked.number() + " " + asked.version(), term(purpose));
		try {
			return this.store.await(purpose, this.store.write(path, changed, List.of(change))) != 0;
		}
		catch (LockStoreException ex) {
			if (!this.store.isSessionGone(ex)) {
				throw ex;
			}
			this.term = null;
			return false;
		}
	}

	private synchronized boolean isFresh(LockKey key) {
		Long putAt = this.put.get(key);
		return putAt != null && System.nanoTime() - putAt < REWRITE_AGE.toNanos();
	}

	private synchronized void note(LockKey key) {
		this.put.put(key, System.nanoTime());
	}

	private String term(String purpose) {
		Term known = this.term;
		if (known == null || System.nanoTime() - known.openedAt() > REWRITE_AGE.toNanos()) {
			long sentAt = System.nanoTime();
			Duration twice = HoldRules.PERMITS_KEPT.plus(HoldRules.PERMITS_KEPT);
			known = new Term(this.store.await(purpose, this.store.open(twice)).session(), sentAt);
			this.term = known;
		}
		return known.session();
	}

	/**
	 * Session for the numbers of half a minute.
	 *
	 * @param session the session
	 * @param openedAt time of the request by {@link System#nanoTime()}
	 */
	private record Term(String session, long openedAt) {

	}

}
