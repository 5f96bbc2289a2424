/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.annotation.validation;

import java.util.LinkedHashSet;
import java.util.List;
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
		for (Class<?> each : List.copyOf(classes)) {
			addInterfaces(each, classes);
		}
		return classes;
	}

	private static void addInterfaces(Class<?> type, Set<Class<?>> classes) {
		for (Class<?> implemented : type.getInterfaces()) {
			classes.add(implemented);
			addInterfaces(implemented, classes);
		}
	}

}
