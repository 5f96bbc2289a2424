// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import java.util.List;

import io.distlock.web.LockProblemHandler;
import io.distlock.web.LockProblemResolver;
import io.distlock.web.LockProblems;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.ErrorResponse;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;

/**
 * Auto-configuration for answers to web clients that got no lock. What the application
 * has for the exceptions of locks comes before them.
 *
 * @since 0.1.0
 */
@AutoConfiguration(beforeName = "org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration")
@ConditionalOnWebApplication
@ConditionalOnClass(ErrorResponse.class)
@ConditionalOnBooleanProperty(name = { "distlock.enabled", "distlock.web.problem-details.enabled" },
		matchIfMissing = true)
@EnableConfigurationProperties(DistlockWebProperties.class)
public final class DistlockWebAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockProblems distlockWebProblems(DistlockWebProperties properties) {
		return properties.problems();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass({ DispatcherServlet.class, WebMvcConfigurer.class })
	static class ServletConfiguration {

		@Bean
		WebMvcConfigurer distlockWebMvcConfigurer(LockProblems problems) {
			return new WebMvcConfigurer() {

				@Override
				public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
					resolvers.stream()
						.filter(ExceptionHandlerExceptionResolver.class::isInstance)
						.map(ExceptionHandlerExceptionResolver.class::cast)
						.findFirst()
						.ifPresent((handlers) -> resolvers
							.add(new LockProblemResolver(problems, handlers.getMessageConverters())));
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@ConditionalOnClass(DispatcherHandler.class)
	static class ReactiveConfiguration {

		/**
		 * As early as the error page of Spring Boot, and by the order of registration
		 * before it.
		 */
		@Bean
		@Order(-1)
		LockProblemHandler distlockWebProblemHandler(LockProblems problems, ServerCodecConfigurer codecs) {
			return new LockProblemHandler(problems, codecs.getWriters());
		}

	}

}
