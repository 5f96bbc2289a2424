// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.stream.Stream;

import io.distlock.provider.LockProvider;

/**
 * Possible store for the locks of this application. Each store on the class path
 * contributes a bean of this type, and the auto-configuration selects the store.
 *
 * @since 0.1.0
 */
public interface LockProviderCandidate {

	/**
	 * Return the name of this store in {@code distlock.provider}.
	 * @return the name
	 */
	String name();

	/**
	 * Return the description of this store in the application's log.
	 * @return the name, with information for operators
	 */
	default String description() {
		return name();
	}

	/**
	 * Return whether this store may be selected without being named, because the
	 * application has a suitable client. Creates no beans.
	 * @return {@code true} if this store is available
	 */
	boolean isOffered();

	/**
	 * Create the provider. Called at most once, for the selected candidate.
	 * @return the provider
	 * @throws LockConfigurationException if the configuration is incomplete
	 */
	LockProvider create();

	/**
	 * Return addresses in a form suitable for messages and logs: without users, passwords
	 * and queries. For addresses with an {@code @}, only the first scheme and the part
	 * after the last {@code @} are shown, because a password may contain any character.
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
	 * Return a part of addresses in a form suitable for messages.
	 * @param part the part
	 * @param addresses the value of the property
	 * @return the part, or {@code ***} if {@link #shown(String)} hides a part of the
	 * addresses, because the part may belong to a password
	 */
	static String shown(String part, String addresses) {
		return shown(addresses).equals(addresses) ? part : "***";
	}

}
