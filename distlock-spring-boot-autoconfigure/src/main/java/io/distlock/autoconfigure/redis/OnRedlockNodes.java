// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the application names independent masters.
 */
class OnRedlockNodes extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Binder binder = Binder.get(context.getEnvironment());
		int nodes = Stream.of(RedlockProviderCandidate.ADDRESSES, RedlockProviderCandidate.FACTORIES)
			.mapToInt((property) -> binder.bind(property, Bindable.listOf(String.class)).orElse(List.of()).size())
			.sum();
		ConditionMessage.Builder message = ConditionMessage.forCondition("distlock.redis.redlock");
		return (nodes > 0) ? ConditionOutcome.match(message.because(nodes + " named"))
				: ConditionOutcome.noMatch(message.because("none named"));
	}

	/**
	 * Matches if the application names none.
	 */
	static class None extends NoneNestedConditions {

		None() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@Conditional(OnRedlockNodes.class)
		static class Some {

		}

	}

}
