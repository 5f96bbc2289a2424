// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;

/**
 * Auto-configuration for responses to web requests that did not acquire a lock. Exception
 * handlers of the application take precedence, and so does the unordered advice of
 * another auto-configuration, which is registered earlier.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(beforeName = "org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration")
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = { "distlock.enabled", "distlock.web.problem-details.enabled" },
		matchIfMissing = true)
@EnableConfigurationProperties(DistlockWebProperties.class)
@Import({ LockProblemAdvice.class, LockProblemHandler.class })
public final class DistlockWebAutoConfiguration {

}
