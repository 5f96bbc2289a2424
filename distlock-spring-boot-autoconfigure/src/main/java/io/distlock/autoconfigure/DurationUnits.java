// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;

import io.distlock.autoconfigure.store.LockConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Refuses durations of {@code distlock.*} without a unit: {@code distlock.wait-time=5}
 * would be 5 ms.
 */
final class DurationUnits implements ConfigurationPropertiesBindHandlerAdvisor {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("distlock");

	@Override
	public BindHandler apply(BindHandler bindHandler) {
		return new AbstractBindHandler(bindHandler) {

			@Override
			public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
					Object result) {
				if (result instanceof Duration && PREFIX.isAncestorOf(name)) {
					check(name, context.getConfigurationProperty());
				}
				return super.onSuccess(name, target, context, result);
			}

		};
	}

	private static void check(ConfigurationPropertyName name, @Nullable ConfigurationProperty property) {
		String value = (property != null) ? String.valueOf(property.getValue()).strip() : "";
		if (!value.isEmpty() && value.chars().allMatch(Character::isDigit) && !value.matches("0+")) {
			throw new LockConfigurationException("'%s' is '%s', which has no unit.".formatted(name, value),
					"Write '%1$ss' for seconds, or '%1$sms' for milliseconds.".formatted(value));
		}
	}

}
