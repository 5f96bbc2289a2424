// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a store that keeps locks, permits and jobs as keys. A queue entry of a
 * lock is a key bound to a session, and entries are ordered by creation. Answers reflect
 * the state of a majority of the servers. A client or proxy may send any request twice.
 * <p>
 * The state of the store is a number that increases with each change of any key. Each key
 * has the number of the change that created it, and the number of its last change.
 * <p>
 * See the page 'own-provider' of the reference.
 *
 * @since 0.1.0
 */
public interface LineStore {

	/**
	 * Return the name of the store for messages.
	 * @return the name
	 */
	String title();

	/**
	 * Return the minimum duration of a session.
	 * @return the shortest duration granted by the servers
	 */
	Duration shortestSession();

	/**
	 * Return the maximum size of a value.
	 * @return the number of bytes
	 */
	int longestValue();

	/**
	 * Open a session. If the answer is lost, the session has no keys and ends by itself.
	 * @param timeToLive the duration of the session unless it is kept alive
	 * @return the session
	 */
	CompletableFuture<Opened> open(Duration timeToLive);

	/**
	 * Extend a session by its own duration, counted from now.
	 * @param session the session
	 * @return {@code false} if the session has ended
	 */
	CompletableFuture<Boolean> keepAlive(String session);

	/**
	 * End a session with all its keys.
	 * @param session the session
	 * @return the answer, which fails without a confirmation by a server
	 */
	CompletableFuture<?> end(String session);

	/**
	 * Return whether a failure reports the end of a session.
	 * @param failure the failure of the client or of {@link #failed}
	 * @return {@code true} if all keys of the session are gone, and no further key can be
	 * created
	 */
	boolean isSessionGone(Throwable failure);

	/**
	 * Create a key bound to a session, unless this key or the forbidden key exists, and
	 * read the queue that contains the key.
	 * @param place the key to create
	 * @param forbidden the forbidden key
	 * @param line the prefix of all queue entries
	 * @return the queue with the entry, as of the state created by this change; empty if
	 * no key was created
	 */
	CompletableFuture<Optional<Line>> enter(Change place, String forbidden, String line);

	/**
	 * Read a queue.
	 * @param line the prefix of all queue entries
	 * @return the queue
	 */
	CompletableFuture<Line> line(String line);

	/**
	 * Read keys.
	 * @param keys the keys
	 * @return the existing keys
	 */
	CompletableFuture<List<Entry>> read(Collection<String> keys);

	/**
	 * Read keys in order, as many as fit into an answer.
	 * @param prefix the prefix of the keys
	 * @param after the key after which to continue, empty to begin
	 * @return the keys
	 */
	CompletableFuture<Page> page(String prefix, String after);

	/**
	 * Change all given keys or none.
	 * @param key the key that must be unchanged
	 * @param changed the number of its last change, zero if the key must not exist
	 * @param changes the changes, at most 50 keys
	 * @return the positive number of this change if it writes a key; zero if the key was
	 * changed before
	 */
	CompletableFuture<Long> write(String key, long changed, List<Change> changes);

	/**
	 * Watch for the removal of keys.
	 * @param path the key, or the prefix of the keys
	 * @param prefix {@code true} for a prefix
	 * @param since the state after which a removal counts
	 * @param wakeUp called after a removal, and when the watch ends by itself
	 * @return the watch
	 */
	LineWatch watch(String path, boolean prefix, long since, Runnable wakeUp);

	/**
	 * Wait for an answer, for a few seconds at most.
	 * @param <T> the type of the answer
	 * @param purpose the purpose of the request, for messages
	 * @param answer the future answer
	 * @return the answer
	 * @throws LockStoreException if the request failed, or without an answer
	 */
	<T> T await(String purpose, CompletableFuture<T> answer);

	/**
	 * Translate a failure of the client into the outcome of the request.
	 * @param purpose the purpose of the request, for messages
	 * @param failure the failure
	 * @return the failure for the engine
	 */
	LockStoreException failed(String purpose, Throwable failure);

	/**
	 * New session.
	 *
	 * @param session the identifier of the session in the store
	 * @param timeToLive the duration granted by the servers
	 */
	record Opened(String session, Duration timeToLive) {

	}

	/**
	 * Existing key.
	 *
	 * @param key the key
	 * @param value the value
	 * @param made the change that created the key
	 * @param changed the last change of the key
	 */
	record Entry(String key, String value, long made, long changed) {

	}

	/**
	 * Page of keys with a common prefix.
	 *
	 * @param entries the keys, in order
	 * @param more {@code true} if further keys may exist
	 */
	record Page(List<Entry> entries, boolean more) {

	}

	/**
	 * Change of a key.
	 *
	 * @param key the key
	 * @param value the new value, {@code null} to remove the key
	 * @param session the session of the key, {@code null} for a permanent key
	 */
	record Change(String key, @Nullable String value, @Nullable String session) {

		/**
		 * Return the removal of a key.
		 * @param key the key
		 * @return the change
		 */
		public static Change removal(String key) {
			return new Change(key, null, null);
		}

	}

}
