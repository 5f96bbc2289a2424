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

package io.distlock.provider;

/**
 * How many owners may hold a key of permits at once, as the node that asks has it
 * configured. Nodes may disagree while an application is replaced node by node, so the
 * highest version decides, for as long as nodes bring it.
 *
 * @param number the permits, at least 1; zero for a key that has none
 * @param version the order of configurations: that of the node that started last is the
 * highest
 * @since 0.1.0
 */
public record Permits(int number, long version) {

	/**
	 * What a claim of a lock brings.
	 */
	public static final Permits NONE = new Permits(0, 0);

	/**
	 * Create a number of permits.
	 * @throws IllegalArgumentException if it is negative
	 */
	public Permits {
		if (number < 0) {
			throw new IllegalArgumentException("'number' must not be negative, but is %d".formatted(number));
		}
	}

}
