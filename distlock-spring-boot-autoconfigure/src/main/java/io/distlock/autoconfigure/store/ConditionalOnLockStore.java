// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;

import io.distlock.provider.LockProvider;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a store may be selected. Does not match if the application has its own
 * provider, {@code distlock.enabled} is {@code false}, or {@code distlock.provider} names
 * another store. During ahead-of-time processing the name is ignored, because {@code
 * distlock.provider} is read at startup.
 *
 * @since 0.1.0
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(LockProvider.class)
@Conditional(ConditionalOnLockStore.OnLockStore.class)
public @interface ConditionalOnLockStore {

	/**
	 * Return the name of the store in {@code distlock.provider}.
	 * @return the name
	 */
	String value();

	/**
	 * Compares the name with the property.
	 */
	class OnLockStore extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			String store = metadata.getAnnotations().get(ConditionalOnLockStore.class).getString("value");
			String named = context.getEnvironment().getProperty("distlock.provider", "");
			ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnLockStore.class, store);
			if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
				return ConditionOutcome.match(message.because("distlock.provider is read at startup"));
			}
			String name = named.trim().toLowerCase(Locale.ROOT);
			return (name.isEmpty() || name.equals(store))
					? ConditionOutcome.match(message.because("distlock.provider names no other store"))
					: ConditionOutcome.noMatch(message.because("distlock.provider is '%s'".formatted(named)));
		}

	}

}
