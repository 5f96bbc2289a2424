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

package io.distlock.faults.node;

/**
 * How workers hold their keys.
 *
 * @since 0.1.0
 */
public enum HoldUse {

	/** Each alone. */
	ALONE(""),
	/** Most share them, and some write. */
	SHARED(", shared"),
	/** Each takes a permit. */
	PERMITS(", permits");

	private final String description;

	HoldUse(String description) {
		this.description = description;
	}

	/**
	 * Return what is said of rounds.
	 * @return a text for readers, empty where each holds alone
	 */
	public String description() {
		return this.description;
	}

}
