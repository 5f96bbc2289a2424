// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockTemplateFactory;
import io.distlock.fencing.http.LockTokenFilter;
import io.distlock.fencing.http.LockTokenHeader;
import io.distlock.fencing.http.LockTokenInterceptor;
import io.distlock.fencing.http.MdcLockTemplate;
import io.distlock.fencing.http.TrustedHosts;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration that carries fencing tokens elsewhere, where that is asked for: into
 * requests to other services, and into the logging context.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DistlockFencingHttpProperties.class)
public final class LockTokenAutoConfiguration {

	private static LockTokenHeader header(DistlockFencingHttpProperties properties) {
		return LockConfigurationException
			.orRefused(() -> new LockTokenHeader(properties.getHeader(), new TrustedHosts(properties.getHosts())));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RestClientCustomizer.class, RestClient.class })
	static class RestClientConfiguration {

		@Bean
		RestClientCustomizer distlockTokenRestClientCustomizer(DistlockFencingHttpProperties properties) {
			LockTokenHeader header = header(properties);
			return (builder) -> {
				if (!properties.getHosts().isEmpty()) {
					builder.requestInterceptor(new LockTokenInterceptor(header));
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ WebClientCustomizer.class, WebClient.class })
	static class WebClientConfiguration {

		@Bean
		WebClientCustomizer distlockTokenWebClientCustomizer(DistlockFencingHttpProperties properties) {
			LockTokenHeader header = header(properties);
			return (builder) -> {
				if (!properties.getHosts().isEmpty()) {
					builder.filter(new LockTokenFilter(header));
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty("distlock.fencing.mdc")
	static class LoggingConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		@ConditionalOnMissingBean
		static LockTemplateFactory distlockMdcTemplateFactory() {
			return MdcLockTemplate::new;
		}

	}

}
