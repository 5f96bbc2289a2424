// SPDX-License-Identifier: Apache-2.0

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
