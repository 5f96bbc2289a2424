// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.LockListing;
import io.distlock.provider.LockQuery;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import org.jspecify.annotations.Nullable;

/**
 * Determines which of the found locks are held, with their state on the servers. If a
 * master does not respond, only its own locks are missing.
 * <p>
 * See the page 'redis-protocol' of the reference.
 */
final class LockLister {

	private static final int BATCH_SIZE = 500;

	// Parts of a record: its last token, since when it has gone from hand to hand, its
	// owner, marks, lease, retention and holder.
	private static final int PARTS = 7;

	// Owns a lock that several hold together.
	private static final String TOGETHER = "~";

	private static final Comparator<String> BY_KEY = Comparator.comparing(RedisKeys::encoded);

	private final List<StoredLock> held = new ArrayList<>();

	private final RedisTransport transport;

	private final LockScripts scripts;

	private boolean answered;

	private @Nullable LockStoreException failure;

	LockLister(RedisTransport transport, LockScripts scripts) {
		this.transport = transport;
		this.scripts = scripts;
	}

	// Asks the servers about locks in the order of their keys, until more than the limit
	// are held, if there are.
	LockListing list(List<String> keys, LockQuery query) {
		List<String> locks = keys.stream()
			.filter((lock) -> query.includes(RedisKeys.encoded(lock)))
			.sorted(BY_KEY)
			.toList();
		int asked = 0;
		while (asked < locks.size() && this.held.size() <= query.limit()) {
			int end = Math.min(asked + BATCH_SIZE, locks.size());
			describe(locks.subList(asked, end));
			asked = end;
		}
		if (this.failure != null && !this.answered) {
			throw this.failure;
		}
		LockListing listing = LockListing.of(this.held, query);
		return (this.failure != null) ? listing.incomplete() : listing;
	}

	private void describe(List<String> locks) {
		List<List<String>> parts = this.transport.isCluster() ? locks.stream().map(List::of).toList() : List.of(locks);
		List<ScriptCall> calls = parts.stream().map(this.scripts::describe).toList();
		List<CompletableFuture<ScriptReply>> replies = this.transport.send(calls, ReplicaSettings.defaults());
		for (int i = 0; i < calls.size(); i++) {
			describe(calls.get(i), replies.get(i));
		}
	}

	private void describe(ScriptCall call, CompletableFuture<ScriptReply> reply) {
		try {
			ScriptReply state = RedisReplies.await(reply, call::purpose);
			this.answered = true;
			for (int i = 0; i < state.values().size(); i += 3) {
				this.held.add(stored(call.keys().get((int) state.number(i)), state, i + 1));
			}
		}
		catch (LockStoreException ex) {
			this.failure = ex;
		}
	}

	// Reads what a script says of a held lock, at a position: its record, and the
	// milliseconds left.
	static StoredLock stored(String lock, ScriptReply reply, int at) {
		String[] parts = reply.text(at).split(" ", PARTS);
		StoredLock held = StoredLock
			.of(RedisKeys.encoded(lock), parts[PARTS - 1], Long.parseLong(parts[0]),
					Duration.ofMillis(reply.number(at + 1)), parts[3].startsWith("w"))
			.sinceToken();
		return parts[2].equals(TOGETHER) ? held.together() : held;
	}

}
