// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

/**
 * Record as read or written. Immutable.
 *
 * @since 0.1.0
 */
public final class StoredRecord {

	private final String key;

	private final String version;

	private final String text;

	private StoredRecord(String key, String version, String text) {
		this.key = key;
		this.version = version;
		this.text = text;
	}

	/**
	 * Create a record.
	 * @param key the key
	 * @param version the unique version of this write
	 * @param text the text
	 * @return the record
	 */
	public static StoredRecord of(String key, String version, String text) {
		return new StoredRecord(key, version, text);
	}

	/**
	 * Return the key.
	 * @return the key
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Return the version of this write.
	 * @return the version
	 */
	public String version() {
		return this.version;
	}

	/**
	 * Return the text.
	 * @return the text
	 */
	public String text() {
		return this.text;
	}

	@Override
	public String toString() {
		return "StoredRecord[key=%s, version=%s]".formatted(this.key, this.version);
	}

}
