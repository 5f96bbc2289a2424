// SPDX-License-Identifier: Apache-2.0

package io.distlock.console.autoconfigure;

import io.distlock.autoconfigure.actuate.DistlockEndpointsAutoConfiguration;
import io.distlock.console.internal.ConsoleEndpoint;
import io.distlock.console.internal.ConsoleHints;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * Auto-configuration for the console, the endpoint {@code distlock}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockEndpointsAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ImportRuntimeHints(ConsoleHints.class)
public final class ConsoleAutoConfiguration {

	@Bean
	@ConditionalOnAvailableEndpoint
	@ConditionalOnMissingBean
	ConsoleEndpoint distlockConsoleEndpoint(ObjectProvider<PathMappedEndpoints> endpoints) {
		return new ConsoleEndpoint(endpoints::getObject);
	}

}
