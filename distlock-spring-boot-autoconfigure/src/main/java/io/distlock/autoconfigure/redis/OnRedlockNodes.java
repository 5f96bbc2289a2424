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
