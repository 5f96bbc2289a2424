// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.stream.Stream;

import io.distlock.provider.LockProvider;

/**
 * A store that this application could keep its locks in. One bean of this type per store
 * that is on the class path; the auto-configuration picks one of them.
 *
 * @since 0.1.0
 */
public interface LockProviderCandidate {

	/**
	 * Return the value of {@code distlock.provider} that names this store.
	 * @return the name
	 */
	String name();

	/**
	 * Return what the application's log calls this store once it was chosen.
	 * @return the name, with what operators must know of it
	 */
	default String description() {
		return name();
	}

	/**
	 * Return whether this store may be chosen without being named: whether the
	 * application has its client, and has it for locks, too. Creates no beans.
	 * @return whether the store offers itself
	 */
	boolean isOffered();

	/**
	 * Create the provider. Called at most once, for the candidate that was chosen.
	 * @return the provider
	 * @throws LockConfigurationException if something is missing for it
	 */
	LockProvider create();

	/**
	 * Return addresses as messages and logs may have them: without users, passwords and
	 * queries. Of addresses with an {@code @}, only the scheme of the first and the part
	 * after the last {@code @} are shown, since a password may have any character.
	 * @param addresses the value of a property
	 * @return the text to show
	 */
	static String shown(String addresses) {
		int at = addresses.lastIndexOf('@');
		int query = addresses.replace('#', '?').indexOf('?');
		if (at == -1 && query == -1) {
			return addresses;
		}
		String scheme = Stream.of("http://", "https://").filter(addresses::startsWith).findFirst().orElse("");
		if (at == -1) {
			return addresses.substring(0, query) + "***";
		}
		int end = (query != -1) ? query : addresses.length();
		return scheme + "***" + ((at < end) ? addresses.substring(at, end) : "");
	}

	/**
	 * Return a part of addresses as messages may have it.
	 * @param part the part
	 * @param addresses the value of the property
	 * @return the part, or {@code ***} if {@link #shown(String)} hides something of the
	 * addresses: the part may be a piece of a password
	 */
	static String shown(String part, String addresses) {
		return shown(addresses).equals(addresses) ? part : "***";
	}

}
