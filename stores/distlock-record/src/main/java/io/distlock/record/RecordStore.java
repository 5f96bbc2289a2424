// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.function.Consumer;

import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A store of short texts that change by compare-and-set. {@link RecordLockProvider} turns
 * it into a store of locks and jobs.
 * <p>
 * Reads return the last write that was acknowledged, whichever node made it. Each write
 * gives its record a version that no other write of that key ever has, not even after a
 * deletion. Each method blocks for one round trip and gives up after a few seconds; it
 * throws the client's own exception, which {@link #failed} explains. Implementations are
 * thread-safe.
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
	 * Return the characters that keys may have, beside a slash.
	 * @return the alphabet
	 */
	KeyAlphabet alphabet();

	/**
	 * Return the length of the longest key.
	 * @return the number of characters, at least 150
	 */
	int longestKey();

	/**
	 * Return the length of the longest text.
	 * @return the number of bytes in UTF-8
	 */
	int longestText();

	/**
	 * Return what is known of the store's clock. The store reports the time in its
	 * answers to {@link StoreClock#answered}.
	 * @return the clock
	 */
	StoreClock clock();

	/**
	 * Ask for the time. Called if the last answer with a time is long ago. A store whose
	 * answers to {@link #read} have the time does not need this method.
	 * @throws Exception if the store did not answer
	 */
	default void askTime() throws Exception {
	}

	/**
	 * Read a record.
	 * @param key the key
	 * @return the record, or {@code null} if there is none
	 * @throws Exception if the store did not answer
	 */
	@Nullable StoredRecord read(String key) throws Exception;

	/**
	 * Write a record if it still has a version.
	 * @param key the key
	 * @param version the version that was read, or {@code null} to create a record where
	 * there is none
	 * @param text the text
	 * @return the new version, or {@code null} if the record has another one
	 * @throws Exception if the store did not answer
	 */
	@Nullable String write(String key, @Nullable String version, String text) throws Exception;

	/**
	 * Write a record that no node needs, unless one uses its key again: the record of a
	 * lock without holders, or of a job that was removed. A store with a time to live may
	 * delete the record an hour after this write, or later.
	 * @param key the key
	 * @param version the version that was read, or {@code null} to create a record where
	 * there is none
	 * @param text the text
	 * @return the new version, or {@code null} if the record has another one
	 * @throws Exception if the store did not answer
	 */
	default @Nullable String writeUnused(String key, @Nullable String version, String text) throws Exception {
		return write(key, version, text);
	}

	/**
	 * Delete a record if it still has a version, and do nothing otherwise.
	 * @param key the key
	 * @param version the version that was read
	 * @throws Exception if the store did not answer
	 */
	void delete(String key, String version) throws Exception;

	/**
	 * Find all records below a path, in any order.
	 * @param path what the keys begin with, which ends in a slash
	 * @param visitor accepts each record
	 * @throws Exception if the store did not answer
	 */
	void list(String path, Consumer<StoredRecord> visitor) throws Exception;

	/**
	 * Watch a record.
	 * @param key the key
	 * @param changed to be called, from any thread, when the record may have changed;
	 * returns at once
	 * @return ends the watch, or {@code null} if the store has no watches
	 * @throws Exception if the store did not answer
	 */
	default @Nullable AutoCloseable watch(String key, Runnable changed) throws Exception {
		return null;
	}

	/**
	 * Return how long a waiting node pauses between two reads of a record that it does
	 * not watch.
	 * @return the longest pause
	 */
	default Duration longestPoll() {
		return Duration.ofMillis(250);
	}

	/**
	 * Return whether the current thread is one of the client's, on which a request would
	 * wait for itself.
	 * @return whether it is
	 */
	default boolean isClientThread() {
		return false;
	}

	/**
	 * Explain a failure: what became of the request, and what helps.
	 * @param purpose what the request was for, such as {@code acquire 'orders'}
	 * @param failure what another method of this interface has thrown
	 * @return the explanation
	 */
	LockStoreException failed(String purpose, Exception failure);

	/**
	 * Close what this store has opened.
	 */
	@Override
	default void close() {
	}

}
