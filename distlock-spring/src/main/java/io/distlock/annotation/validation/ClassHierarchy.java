// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation.validation;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A class with all that it inherits from.
 *
 * @since 0.1.0
 */
public final class ClassHierarchy {

	private ClassHierarchy() {
	}

	/**
	 * Return a class, its parents and all interfaces, the nearest first, but not
	 * {@code Object}.
	 * @param type the class
	 * @return all classes whose annotations count for it
	 */
	public static Set<Class<?>> of(Class<?> type) {
		Set<Class<?>> classes = new LinkedHashSet<>();
		for (Class<?> current = type; current != null && current != Object.class; current = current.getSuperclass()) {
			classes.add(current);
		}
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			addInterfaces(current, classes);
		}
		return classes;
	}

	private static void addInterfaces(Class<?> type, Set<Class<?>> classes) {
		for (Class<?> implemented : type.getInterfaces()) {
			if (classes.add(implemented)) {
				addInterfaces(implemented, classes);
			}
		}
	}

}
