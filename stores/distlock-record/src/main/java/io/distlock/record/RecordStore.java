// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.function.Consumer;

import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Store of short texts that change by compare-and-set, extended to a store of locks and
 * jobs by {@link RecordLockProvider}.
 * <p>
 * Reads return the last acknowledged write of any node. Each write assigns the record a
 * version that no other write of the key ever has, even after a deletion. Each method
 * blocks for one round trip and gives up after a few seconds; it throws the exception of
 * the client, which {@link #failed} explains. Implementations must be thread-safe.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public interface RecordStore extends AutoCloseable {

	/**
	 * Return the name of the store for messages, such as {@code NATS}.
	 * @return the name
	 */
	String title();

	/**
	 * Return the characters allowed in keys, besides a slash.
	 * @return the alphabet
	 */
	KeyAlphabet alphabet();

	/**
	 * Return the maximum length of a key.
	 * @return the number of characters, at least 150
	 */
	int longestKey();

	/**
	 * Return the maximum length of a text.
	 * @return the number of bytes in UTF-8
	 */
	int longestText();

	/**
	 * Return the state of the store's clock. The store reports the time of its answers to
	 * {@link StoreClock#answered}.
	 * @return the clock
	 */
	StoreClock clock();

	/**
	 * Request the time. Called if the last answer with a time is too old. A store that
	 * reports the time with answers to {@link #read} does not need this method.
	 * @throws Exception if the store did not respond
	 */
	default void askTime() throws Exception {
	}

	/**
	 * Read a record.
	 * @param key the key
	 * @return the record, or {@code null} if missing
	 * @throws Exception if the store did not respond
	 */
	@Nullable StoredRecord read(String key) throws Exception;

	/**
	 * Write a record if its version is unchanged.
	 * @param key the key
	 * @param version the version that was read, or {@code null} to create a missing
	 * record
	 * @param text the text
	 * @return the new version, or {@code null} if the record has another version
	 * @throws Exception if the store did not respond
	 */
	@Nullable String write(String key, @Nullable String version, String text) throws Exception;

	/**
	 * Write a record that is needed only if a node uses its key again: the record of a
	 * lock without holders, or of a removed job. A store with a time to live may delete
	 * the record one hour after this write, or later.
	 * @param key the key
	 * @param version the version that was read, or {@code null} to create a missing
	 * record
	 * @param text the text
	 * @return the new version, or {@code null} if the record has another version
	 * @throws Exception if the store did not respond
	 */
	default @Nullable String writeUnused(String key, @Nullable String version, String text) throws Exception {
		return write(key, version, text);
	}

	/**
	 * Delete a record if its version is unchanged. Otherwise there is no effect.
	 * @param key the key
	 * @param version the version that was read
	 * @throws Exception if the store did not respond
	 */
	void delete(String key, String version) throws Exception;

	/**
	 * Find all records below a path, in any order.
	 * @param path the prefix of the keys, ending with a slash
	 * @param visitor accepts each record
	 * @throws Exception if the store did not respond
	 */
	void list(String path, Consumer<StoredRecord> visitor) throws Exception;

	/**
	 * Watch a record.
	 * @param key the key
	 * @param changed called on any thread when the record may have changed; does not
	 * block
	 * @return ends the watch, or {@code null} if the store does not support watches
	 * @throws Exception if the store did not respond
	 */
	default @Nullable AutoCloseable watch(String key, Runnable changed) throws Exception {
		return null;
	}

	/**
	 * Return the maximum pause of a waiting node between reads of an unwatched record.
	 * @return the maximum pause
	 */
	default Duration longestPoll() {
		return Duration.ofMillis(250);
	}

	/**
	 * Return whether the current thread belongs to the client, so that a blocking request
	 * would wait for itself.
	 * @return {@code true} on a thread of the client
	 */
	default boolean isClientThread() {
		return false;
	}

	/**
	 * Explain a failure, with the outcome of the request and a remedy.
	 * @param purpose the purpose of the request, such as {@code acquire 'orders'}
	 * @param failure the exception of another method of this interface
	 * @return the explanation
	 */
	LockStoreException failed(String purpose, Exception failure);

	/**
	 * Close the resources opened by this store.
	 */
	@Override
	default void close() {
	}

}
