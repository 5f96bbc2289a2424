// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.util.ArrayList;
import java.util.List;

/**
 * A bug that is put into the library.
 *
 * @param name what it is called
 * @param bug what is wrong, for readers
 * @param patches what is changed, in one file or several
 * @since 0.1.0
 */
public record Mutant(String name, String bug, List<Patch> patches) {

	/**
	 * Create a mutant that changes nothing yet.
	 * @param name what it is called
	 * @param bug what is wrong, for readers
	 * @return the mutant
	 */
	public static Mutant of(String name, String bug) {
		return new Mutant(name, bug, List.of());
	}

	/**
	 * Return a mutant that changes one thing more.
	 * @param source the file, as {@link Patch} names it
	 * @param text what is there exactly once
	 * @param replacement what is there instead
	 * @return the mutant
	 */
	public Mutant patch(String source, String text, String replacement) {
		List<Patch> all = new ArrayList<>(this.patches);
		all.add(new Patch(source, text, replacement));
		return new Mutant(this.name, this.bug, List.copyOf(all));
	}

}
