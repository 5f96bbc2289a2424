// SPDX-License-Identifier: Apache-2.0

package io.distlock.console.internal;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;

/**
 * Configuration of the headers of the console, in the context of the endpoints.
 *
 * @since 0.1.0
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
public final class ConsoleHeadersConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(Filter.class)
	static class Servlet {

		@Bean
		Filter distlockConsoleHeaders(ObjectProvider<PathMappedEndpoints> endpoints) {
			ConsoleHeaders headers = new ConsoleHeaders(endpoints::getObject);
			return (request, response, chain) -> {
				headers.set(((HttpServletRequest) request).getRequestURI(),
						((HttpServletResponse) response)::setHeader);
				chain.doFilter(request, response);
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	static class Reactive {

		@Bean
		WebFilter distlockConsoleHeaders(ObjectProvider<PathMappedEndpoints> endpoints) {
			ConsoleHeaders headers = new ConsoleHeaders(endpoints::getObject);
			return (exchange, chain) -> {
				headers.set(exchange.getRequest().getPath().value(), exchange.getResponse().getHeaders()::set);
				return chain.filter(exchange);
			};
		}

	}

}
