// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.distlock.line.LineStore.Change;
import io.distlock.line.LineStore.Entry;
import io.distlock.line.LineStore.Page;
import io.distlock.line.internal.HeldPlace;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockQuery;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;

/**
 * Lists and ends held locks. The store knows at most the remaining time of the session
 * shared by all locks of a process, so the requested lease is reported for each lock.
 */
final class LineCatalog {

	private static final String LIST = "list the locks";

	private static final String FORCE = "force the release of a lock";

	private static final int MAX_TRIES = 100;

	private static final int BATCH_SIZE = 50;

	private final LineStore store;

	private final LineKeys keys;

	private final ForeignKeys foreign;

	private final PermitNumbers numbers;

	LineCatalog(LineStore store, LineKeys keys, ForeignKeys foreign, PermitNumbers numbers) {
		this.store = store;
		this.keys = keys;
		this.foreign = foreign;
		this.numbers = numbers;
	}

	/**
	 * List locks in the order of their keys. Entries are read in pages until one more
	 * lock than requested was found, so that all requested locks are complete.
	 */
	LockListing list(LockQuery query) {
		Map<String, List<Entry>> lines = new TreeMap<>();
		String after = "";
		Page page;
		do {
			page = this.store.await(LIST, this.store.page(this.keys.locks(), after));
			for (Entry place : page.entries()) {
				this.keys.lockOf(place.key())
					.filter(query::includes)
					.ifPresent((lock) -> lines.computeIfAbsent(lock, (key) -> new ArrayList<>()).add(place));
				after = place.key();
			}
		}
		while (page.more() && lines.size() <= query.limit());
		List<StoredLock> held = new ArrayList<>();
		lines.forEach((key, line) -> {
			if (held.size() <= query.limit()) {
				held.addAll(holders(key, inLine(line), LockKey.isOfPermits(key) ? this.numbers.listed(key, LIST) : 0));
			}
		});
		return LockListing.of(held, query);
	}

	/**
	 * End the holds at the front of the queue by removing their entries in one step.
	 * @param ended accepts each removed entry
	 */
	Optional<StoredLock> end(LockKey key, Consumer<String> ended) {
		for (int tries = 0; tries < MAX_TRIES; tries++) {
			List<Entry> line = inLine(places(this.keys.line(key)));
			if (line.isEmpty()) {
				return Optional.empty();
			}
			this.foreign.refuse(line(line), FORCE);
			String encoded = this.keys.lockOf(line.get(0).key()).orElseThrow();
			List<StoredLock> holders = holders(encoded, line,
					LockKey.isOfPermits(encoded) ? this.numbers.number(encoded, FORCE) : 0);
			List<Entry> front = line.subList(0, holders.size());
			if (remove(front)) {
				front.forEach((place) -> ended.accept(place.key()));
				return Optional.of(holders.get(0));
			}
		}
		throw new LockStoreException("Could not %s in %s: its holder changed again and again. Try again"
			.formatted(FORCE, this.store.title()), Outcome.TRANSIENT, null);
	}

	/**
	 * Remove entries if the first of them still exists. The servers limit the number of
	 * changes in a transaction.
	 */
	private boolean remove(List<Entry> front) {
		List<Entry> first = front.subList(0, Math.min(BATCH_SIZE, front.size()));
		boolean done = write(front.get(0), first);
		if (done) {
			front.subList(first.size(), front.size()).forEach((place) -> write(place, List.of(place)));
		}
		return done;
	}

	private boolean write(Entry there, List<Entry> removed) {
		List<Change> removals = removed.stream().map((place) -> Change.removal(place.key())).toList();
		return this.store.await(FORCE, this.store.write(there.key(), there.changed(), removals)) != 0;
	}

	private List<StoredLock> holders(String key, List<Entry> line, int permits) {
		List<String> paths = line.stream().map(Entry::key).toList();
		int front = LineKeys.FRONT.size(paths, permits);
		return line.subList(0, front).stream().map((place) -> describe(key, place, line.size() > front)).toList();
	}

	private static StoredLock describe(String key, Entry place, boolean awaited) {
		HolderText text = HolderText.read(place.value());
		StoredLock held = StoredLock.of(key, text.holder(), HeldPlace.lastToken(place.made()), text.lease(), awaited);
		return LineKeys.isReader(place.key()) ? held.together() : held;
	}

	private List<Entry> places(String prefix) {
		List<Entry> places = new ArrayList<>();
		Page page;
		do {
			String after = places.isEmpty() ? "" : places.get(places.size() - 1).key();
			page = this.store.await(FORCE, this.store.page(prefix, after));
			places.addAll(page.entries());
		}
		while (page.more());
		return places;
	}

	private static Line line(List<Entry> entries) {
		return Line.of(entries.stream().map(Entry::key).toList(), List.of(), 0);
	}

	private static List<Entry> inLine(List<Entry> places) {
		return places.stream().sorted(Comparator.comparingLong(Entry::made)).toList();
	}

}
