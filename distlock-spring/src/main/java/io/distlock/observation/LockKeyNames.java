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

package io.distlock.observation;

import io.micrometer.common.docs.KeyName;

/**
 * The names of the tags of locks.
 *
 * @since 0.1.0
 */
public final class LockKeyNames {

	private LockKeyNames() {
	}

	/**
	 * Tags of metrics and spans.
	 */
	public enum LowCardinalityKeyNames implements KeyName {

		/**
		 * The name of the annotation's lock, of the job, or of the request; {@code none}
		 * where the request has no name.
		 */
		NAME {

			@Override
			public String asString() {
				return "name";
			}

		},

		/**
		 * How the lock is held: {@code exclusive}, {@code shared} or {@code permit}.
		 */
		MODE {

			@Override
			public String asString() {
				return "mode";
			}

		},

		/**
		 * The name of the provider.
		 */
		PROVIDER {

			@Override
			public String asString() {
				return "provider";
			}

		},

		/**
		 * How it ended; not on what is under way.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "outcome";
			}

		}

	}

	/**
	 * Tags of spans alone.
	 */
	public enum HighCardinalityKeyNames implements KeyName {

		/**
		 * The key; of several, the first ten.
		 */
		KEY {

			@Override
			public String asString() {
				return "key";
			}

		},

		/**
		 * The fencing token; of several keys, the greatest.
		 */
		FENCING_TOKEN {

			@Override
			public String asString() {
				return "fencing.token";
			}

		}

	}

}
