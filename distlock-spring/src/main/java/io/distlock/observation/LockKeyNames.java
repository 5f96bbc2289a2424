// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;

/**
 * The names of the tags of locks, jobs and leaders.
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
		NAME,

		/**
		 * How the lock is held: {@code exclusive}, {@code shared} or {@code permit}.
		 */
		MODE,

		/**
		 * The name of the provider.
		 */
		PROVIDER,

		/**
		 * The bean name of the provider, since two may have the same name. Of meters
		 * alone.
		 */
		BEAN,

		/**
		 * How it ended; not on what is under way.
		 */
		OUTCOME,

		/**
		 * Whether another attempt of the job follows. Of meters alone.
		 */
		RETRY,

		/**
		 * The role that a node leads or stands for. Of meters alone.
		 */
		ROLE;

		private final String text = name().toLowerCase(Locale.ROOT);

		@Override
		public String asString() {
			return this.text;
		}

	}

	/**
	 * Tags of spans alone.
	 */
	public enum HighCardinalityKeyNames implements KeyName {

		/**
		 * The key; of several, the first ten.
		 */
		KEY,

		/**
		 * The fencing token; of several keys, the greatest.
		 */
		FENCING_TOKEN;

		private final String text = name().toLowerCase(Locale.ROOT).replace('_', '.');

		@Override
		public String asString() {
			return this.text;
		}

	}

}
