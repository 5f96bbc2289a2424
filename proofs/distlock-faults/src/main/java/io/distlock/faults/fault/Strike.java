// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What happens in one round.
 *
 * @param name the name in the events
 * @param target the node that can write no events meanwhile, {@code null} if all can
 * @param detail what happens to whom, for readers
 * @param spared the keys that it leaves alone, if it leaves some alone
 * @param begin makes it happen
 * @param end heals it
 * @since 0.1.0
 */
public record Strike(String name, @Nullable String target, String detail, List<String> spared, Step begin, Step end) {

	/**
	 * Something that happens to a node, which can write no events meanwhile.
	 * @param name the name in the events
	 * @param target the node
	 * @param detail what happens, for readers
	 * @param begin makes it happen
	 * @param end heals it
	 */
	public Strike(String name, @Nullable String target, String detail, Step begin, Step end) {
		this(name, target, detail, List.of(), begin, end);
	}

	/**
	 * Something that happens to no node in particular.
	 * @param name the name in the events
	 * @param detail what happens, for readers
	 * @param begin makes it happen
	 * @param end heals it
	 * @return the strike
	 */
	public static Strike of(String name, String detail, Step begin, Step end) {
		return new Strike(name, null, detail, begin, end);
	}

	/**
	 * A part of it.
	 */
	public interface Step {

		/**
		 * Do it.
		 * @throws Exception if it cannot be done, which ends the campaign
		 */
		void run() throws Exception;

	}

}
