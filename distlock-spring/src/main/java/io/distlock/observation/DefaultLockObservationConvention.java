// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.distlock.observation.LockKeyNames.HighCardinalityKeyNames;
import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.distlock.observation.LockObservationContext.Phase;
import io.distlock.provider.LockKey;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

/**
 * Default {@link LockObservationConvention}.
 *
 * @since 0.1.0
 */
public class DefaultLockObservationConvention implements LockObservationConvention {

	private static final int SHOWN_KEYS = 10;

	private final Phase phase;

	private final String verb;

	private final String name;

	/**
	 * Create a convention.
	 * @param phase the phase of the observations
	 */
	public DefaultLockObservationConvention(Phase phase) {
		this.phase = phase;
		this.verb = phase.name().toLowerCase(Locale.ROOT);
		this.name = "distlock." + this.verb;
	}

	@Override
	public final Phase getPhase() {
		return this.phase;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public String getContextualName(LockObservationContext context) {
		String name = context.getLockName();
		return this.verb + " " + ((name != null) ? name : "lock");
	}

	/**
	 * Return the tags of metrics. The outcome is included as soon as known, and omitted
	 * for an operation in progress.
	 */
	@Override
	public KeyValues getLowCardinalityKeyValues(LockObservationContext context) {
		String name = context.getLockName();
		KeyValues known = KeyValues.of(
				KeyValue.of(LowCardinalityKeyNames.NAME, (name != null) ? name : KeyValue.NONE_VALUE),
				KeyValue.of(LowCardinalityKeyNames.MODE, context.getMode().name().toLowerCase(Locale.ROOT)),
				KeyValue.of(LowCardinalityKeyNames.PROVIDER, context.getProvider()));
		String outcome = context.getOutcome();
		return (outcome != null) ? known.and(KeyValue.of(LowCardinalityKeyNames.OUTCOME, outcome)) : known;
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockObservationContext context) {
		KeyValues key = KeyValues.of(KeyValue.of(HighCardinalityKeyNames.KEY, text(context.getKeys())));
		return (this.phase == Phase.HOLD)
				? key.and(KeyValue.of(HighCardinalityKeyNames.FENCING_TOKEN, Long.toString(context.getFencingToken())))
				: key;
	}

	private static String text(List<String> keys) {
		String shown = keys.stream().limit(SHOWN_KEYS).map(LockKey::shown).collect(Collectors.joining(", "));
		int more = keys.size() - SHOWN_KEYS;
		return (more > 0) ? "%s and %d more".formatted(shown, more) : shown;
	}

}
