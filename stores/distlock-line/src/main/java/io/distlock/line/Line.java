// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.util.List;

/**
 * The entries of the queue of a lock, in the order of their arrival. Immutable; later
 * versions may add attributes.
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
	 * Create a line.
	 * @param places the names of the places, in order
	 * @param strays the places without a session
	 * @param state the state of the store at which the queue was read
	 * @return the line
	 */
	public static Line of(List<String> places, List<String> strays, long state) {
		return new Line(places, strays, state);
	}

	/**
	 * Return the names of the places.
	 * @return the names, in order
	 */
	public List<String> places() {
		return this.places;
	}

	/**
	 * Return the places without a session, which another application has created.
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
