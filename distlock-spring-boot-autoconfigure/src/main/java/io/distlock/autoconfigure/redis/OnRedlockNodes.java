// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the application names independent masters.
 */
class OnRedlockNodes extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Binder binder = Binder.get(context.getEnvironment());
		int nodes = count(binder, RedlockProviderCandidate.ADDRESSES)
				+ count(binder, RedlockProviderCandidate.FACTORIES);
		ConditionMessage.Builder message = ConditionMessage.forCondition("distlock.redis.redlock");
		return (nodes > 0) ? ConditionOutcome.match(message.because(nodes + " named"))
				: ConditionOutcome.noMatch(message.because("none named"));
	}

	private static int count(Binder binder, String property) {
		return binder.bind(property, Bindable.listOf(String.class)).orElse(List.of()).size();
	}

	/**
	 * Matches if the application names none.
	 */
	static class None extends OnRedlockNodes {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConditionOutcome named = super.getMatchOutcome(context, metadata);
			return new ConditionOutcome(!named.isMatch(), named.getConditionMessage());
		}

	}

}
