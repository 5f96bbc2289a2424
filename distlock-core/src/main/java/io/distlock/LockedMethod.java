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

package io.distlock;

import java.lang.reflect.Method;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The annotated method that a lock is acquired for.
 *
 * @param method the method
 * @param targetClass the class of the bean
 * @since 0.1.0
 */
public record LockedMethod(Method method, Class<?> targetClass) {

	private static final ThreadLocal<@Nullable LockedMethod> requesting = new ThreadLocal<>();

	/**
	 * Return the method for which this thread is about to acquire a lock.
	 * @return the method; empty where a lock is acquired in code
	 */
	public static Optional<LockedMethod> requesting() {
		return Optional.ofNullable(requesting.get());
	}

	/**
	 * Say that the lock which this thread acquires next is for this method.
	 */
	public void request() {
		requesting.set(this);
	}

	/**
	 * Say that the lock was acquired, or not, so that the next one is for something else.
	 */
	public static void requested() {
		requesting.remove();
	}

	@Override
	public String toString() {
		return this.targetClass.getName() + "." + this.method.getName() + "()";
	}

}
