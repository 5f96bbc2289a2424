// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.distlock.observation.LockKeyNames.HighCardinalityKeyNames;
import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

/**
 * The tags that requests and holds share.
 */
final class LockKeyValues {

	private static final int SHOWN_KEYS = 10;

	private static final KeyValue NO_NAME = KeyValue.of(LowCardinalityKeyNames.NAME, KeyValue.NONE_VALUE);

	private LockKeyValues() {
	}

	/**
	 * Return the tags of metrics. The outcome is one of them from when it is known: what
	 * is still under way has none.
	 */
	static KeyValues low(LockObservationContext context) {
		KeyValues known = KeyValues.of(name(context), mode(context),
				KeyValue.of(LowCardinalityKeyNames.PROVIDER, context.getProvider()));
		String outcome = context.getOutcome();
		return (outcome != null) ? known.and(KeyValue.of(LowCardinalityKeyNames.OUTCOME, outcome)) : known;
	}

	private static KeyValue name(LockObservationContext context) {
		String name = context.getLockName();
		return (name != null) ? KeyValue.of(LowCardinalityKeyNames.NAME, name) : NO_NAME;
	}

	private static KeyValue mode(LockObservationContext context) {
		return KeyValue.of(LowCardinalityKeyNames.MODE, context.getMode().name().toLowerCase(Locale.ROOT));
	}

	static KeyValue key(LockObservationContext context) {
		return KeyValue.of(HighCardinalityKeyNames.KEY, text(context.getKeys()));
	}

	private static String text(List<String> keys) {
		String shown = keys.stream().limit(SHOWN_KEYS).collect(Collectors.joining(", "));
		int more = keys.size() - SHOWN_KEYS;
		return (more > 0) ? "%s and %d more".formatted(shown, more) : shown;
	}

	static String contextualName(String verb, LockObservationContext context) {
		String name = context.getLockName();
		return verb + " " + ((name != null) ? name : "lock");
	}

}
