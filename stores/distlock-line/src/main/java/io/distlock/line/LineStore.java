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
 * Operations of a store that keeps locks, permits and jobs as keys: a place in the line
 * of a lock is a key that goes with its session, and places stand in the order in which
 * they were made. Answers are those of a majority of the servers. All requests may be
 * sent twice, by a client or by a proxy.
 * <p>
 * The state of the store is a number that rises with each change of any key; each key has
 * the number of the change that created it and of its last change.
 * <p>
 * See the page 'own-provider' of the reference.
 *
 * @since 0.1.0
 */
public interface LineStore {

	/**
	 * Return what the store is called in messages.
	 * @return the name
	 */
	String title();

	/**
	 * Return for how long a session lives at least.
	 * @return the shortest time that the servers grant
	 */
	Duration shortestSession();

	/**
	 * Return how long the value of a key may be.
	 * @return the number of bytes
	 */
	int longestValue();

	/**
	 * Ask for a session. One whose answer is lost has no keys, and ends by itself.
	 * @param timeToLive for how long it lives unless it is kept alive
	 * @return the session
	 */
	CompletableFuture<Opened> open(Duration timeToLive);

	/**
	 * Extend a session by its own duration from now on.
	 * @param session the session
	 * @return {@code false} if it has ended
	 */
	CompletableFuture<Boolean> keepAlive(String session);

	/**
	 * End a session, and with it all its keys.
	 * @param session the session
	 * @return the answer, which fails if no server has confirmed that
	 */
	CompletableFuture<?> end(String session);

	/**
	 * Return whether a failure says that a session has ended.
	 * @param failure the failure, as the client or {@link #failed} has made it
	 * @return whether no key of the session is left, or will be made
	 */
	boolean isSessionGone(Throwable failure);

	/**
	 * Make a key that goes with a session, unless it or another one is there; and read
	 * those who stand in line with it.
	 * @param place the key that is made
	 * @param forbidden the other one
	 * @param line what the keys of all who stand in line begin with
	 * @return the line with the place, as the change has made it that it tells as its
	 * state; or nothing if no key was made
	 */
	CompletableFuture<Optional<Line>> enter(Change place, String forbidden, String line);

	/**
	 * Read who stands in line.
	 * @param line what the keys of all who stand in line begin with
	 * @return the line
	 */
	CompletableFuture<Line> line(String line);

	/**
	 * Read keys.
	 * @param keys the keys
	 * @return those that are there
	 */
	CompletableFuture<List<Entry>> read(Collection<String> keys);

	/**
	 * Read keys in their order, as many as fit into an answer.
	 * @param prefix what they begin with
	 * @param after the key after which to continue, empty to begin
	 * @return the keys
	 */
	CompletableFuture<Page> page(String prefix, String after);

	/**
	 * Change keys, all or none of them.
	 * @param key the key that must not have been changed
	 * @param changed its last change, zero if it must not be there
	 * @param changes what to change, at most 50 keys
	 * @return a positive number, which is that of this change if it puts a key; zero if
	 * the key was changed before
	 */
	CompletableFuture<Long> write(String key, long changed, List<Change> changes);

	/**
	 * Watch for keys that go.
	 * @param path the key, or what the keys begin with
	 * @param prefix whether it is what they begin with
	 * @param since the state after which a key counts as gone
	 * @param wakeUp called when one has gone, and when the watch ends by itself
	 * @return the watch
	 */
	LineWatch watch(String path, boolean prefix, long since, Runnable wakeUp);

	/**
	 * Wait for an answer, for a few seconds at most.
	 * @param <T> the answer
	 * @param purpose what the request was for, for messages
	 * @param answer the answer
	 * @return the answer
	 * @throws LockStoreException if none came, or an error
	 */
	<T> T await(String purpose, CompletableFuture<T> answer);

	/**
	 * Make a failure of the client into one that says what became of the request.
	 * @param purpose what the request was for, for messages
	 * @param failure the failure
	 * @return the failure for the engine
	 */
	LockStoreException failed(String purpose, Throwable failure);

	/**
	 * A new session.
	 *
	 * @param session what the store calls it
	 * @param timeToLive for how long it lives, as the servers have granted it
	 */
	record Opened(String session, Duration timeToLive) {

	}

	/**
	 * A key that is there.
	 *
	 * @param key the key
	 * @param value its value
	 * @param made the change that made it
	 * @param changed the change that changed it last
	 */
	record Entry(String key, String value, long made, long changed) {

	}

	/**
	 * Some of the keys that begin alike.
	 *
	 * @param entries the keys, in their order
	 * @param more whether there may be more
	 */
	record Page(List<Entry> entries, boolean more) {

	}

	/**
	 * A change of a key.
	 *
	 * @param key the key
	 * @param value its new value, {@code null} to remove it
	 * @param session the session that it goes with, {@code null} for a key that stays
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
