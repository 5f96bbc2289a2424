// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;

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
		int nodes = Binder.get(context.getEnvironment())
			.bind(RedlockNodes.PROPERTY, Bindable.listOf(String.class))
			.orElse(List.of())
			.size();
		ConditionMessage.Builder message = ConditionMessage.forCondition(RedlockNodes.PROPERTY);
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
