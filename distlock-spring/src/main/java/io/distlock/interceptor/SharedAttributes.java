// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.AnnotationAttribute;

/**
 * The attributes that hold for all locks of a method together. One annotation may say
 * what the others leave open; no two may say different things.
 *
 * @param locks the annotations of the method
 * @param method the method
 */
record SharedAttributes(List<DistributedLock> locks, Method method) {

	/**
	 * Return a text.
	 * @param name the name of the attribute
	 * @param attribute reads it
	 * @return the text, empty if no annotation has it
	 */
	String text(String name, Function<DistributedLock, String> attribute) {
		return value(name, "", attribute);
	}

	/**
	 * Return a value.
	 * @param name the name of the attribute
	 * @param unset the value that says nothing
	 * @param attribute reads it
	 * @return the value, {@code unset} if no annotation has another one
	 */
	<T> T value(String name, T unset, Function<DistributedLock, T> attribute) {
		List<T> values = this.locks.stream().map(attribute).filter((value) -> !value.equals(unset)).distinct().toList();
		if (values.size() > 1) {
			throw plain(name, values.get(1).toString())
				.invalid("another lock of this method says '%s', and all of them are taken together"
					.formatted(values.get(0)), "Write the same value on both, or on one of them alone.");
		}
		return values.isEmpty() ? unset : values.get(0);
	}

	AnnotationAttribute plain(String name, String literal) {
		return AnnotationAttribute.plain(DistributedLock.class, this.method, name, literal);
	}

}
