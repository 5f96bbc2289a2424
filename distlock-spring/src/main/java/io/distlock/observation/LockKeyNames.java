// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;

/**
 * Names of the tags for locks, jobs and leaders.
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
		 * for a request without a name.
		 */
		NAME,

		/**
		 * The mode of the lock: {@code exclusive}, {@code shared} or {@code permit}.
		 */
		MODE,

		/**
		 * The name of the provider.
		 */
		PROVIDER,

		/**
		 * The bean name of the provider, since several providers may have the same name.
		 * Meters only.
		 */
		BEAN,

		/**
		 * The outcome; omitted for an operation in progress.
		 */
		OUTCOME,

		/**
		 * Whether a further attempt of the job follows. Meters only.
		 */
		RETRY,

		/**
		 * The role of the leader or candidate. Meters only.
		 */
		ROLE;

		private final String text = name().toLowerCase(Locale.ROOT);

		@Override
		public String asString() {
			return this.text;
		}

	}

	/**
	 * Tags of spans only.
	 */
	public enum HighCardinalityKeyNames implements KeyName {

		/**
		 * The key, or the first ten of several keys.
		 */
		KEY,

		/**
		 * The fencing token, or the greatest token of several keys.
		 */
		FENCING_TOKEN;

		private final String text = name().toLowerCase(Locale.ROOT).replace('_', '.');

		@Override
		public String asString() {
			return this.text;
		}

	}

}
