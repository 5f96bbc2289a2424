// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.util.List;

/**
 * Queue entries of a lock, in order of arrival. Immutable; later versions may add
 * attributes.
 *
 * @since 0.1.0
 */
public final class Line {

	private final List<String> places;

	private final List<String> strays;

	private final long state;

	private Line(List<String> places, List<String> strays, long state) {
		this.places = places;
		this.strays = strays;
		this.state = state;
	}

	/**
	 * Create a queue.
	 * @param places the names of the entries, in order
	 * @param strays the entries without a session
	 * @param state the state of the store at which the queue was read
	 * @return the queue
	 */
	public static Line of(List<String> places, List<String> strays, long state) {
		return new Line(places, strays, state);
	}

	/**
	 * Return the names of the entries.
	 * @return the names, in order
	 */
	public List<String> places() {
		return this.places;
	}

	/**
	 * Return the entries without a session, created by another application.
	 * @return the names
	 */
	public List<String> strays() {
		return this.strays;
	}

	/**
	 * Return the state of the store at which the queue was read.
	 * @return the state
	 */
	public long state() {
		return this.state;
	}

}
