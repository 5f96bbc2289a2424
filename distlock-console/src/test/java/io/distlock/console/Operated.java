// SPDX-License-Identifier: Apache-2.0

package io.distlock.console;

import java.net.URI;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterScheduled;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;

/**
 * An application with jobs, locks and the console.
 */
final class Operated implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private Operated(Class<?> beans, WebApplicationType type, String... arguments) {
		this.context = new SpringApplicationBuilder(beans).web(type)
			.properties(Map.of("server.port", "0", "management.endpoints.web.exposure.include", "*",
					"spring.application.name", "shop", "distlock.provider", "local", "distlock.node-name", "shop-1",
					"distlock.leader.roles", "prices",
					// Tomcat and Netty are both there, each with a factory for the
					// management context.
					"spring.main.allow-bean-definition-overriding", "true"))
			.run(arguments);
	}

	static Operated open(WebApplicationType type, String... arguments) {
		return new Operated(Open.class, type, arguments);
	}

	/**
	 * An application whose endpoints a reader may read, and an operator may change.
	 */
	static Operated secured(String... arguments) {
		return new Operated(Secured.class, WebApplicationType.SERVLET,
				Stream
					.concat(Stream.of(arguments),
							Stream.of("locks", "clusterjobs", "leaders")
								.map("--management.endpoint.%s.access=unrestricted"::formatted))
					.toArray(String[]::new));
	}

	LockTemplate locks() {
		return this.context.getBean(LockTemplate.class);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	/**
	 * Return an address.
	 * @param path the path, without that of a context
	 */
	URI uri(String path) {
		return URI.create("http://localhost:" + port() + path);
	}

	private String port() {
		String management = this.context.getEnvironment().getProperty("local.management.port");
		return (management != null) ? management : this.context.getEnvironment().getProperty("local.server.port");
	}

	@Override
	public void close() {
		this.context.close();
	}

	@SpringBootConfiguration
	@EnableAutoConfiguration
	@EnableScheduling
	static class Open {

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

		@Bean
		@ConditionalOnWebApplication(type = Type.SERVLET)
		SecurityFilterChain everyone(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

		@Bean
		@ConditionalOnWebApplication(type = Type.REACTIVE)
		SecurityWebFilterChain everyoneReactive(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

	@SpringBootConfiguration
	@EnableAutoConfiguration
	@EnableScheduling
	static class Secured {

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(
					User.withUsername("reader").password("{noop}reader").roles("READER").build(),
					User.withUsername("operator").password("{noop}operator").roles("READER", "OPERATOR").build());
		}

		@Bean
		SecurityFilterChain actuator(HttpSecurity http) {
			return http
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.GET, "/actuator/**")
					.hasRole("READER")
					.anyRequest()
					.hasRole("OPERATOR"))
				.httpBasic(Customizer.withDefaults())
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jobs {

		@ClusterScheduled(name = "daily-email", cron = "0 0 6 * * *", zone = "Europe/Berlin")
		void email() {
		}

		@ClusterScheduled(name = "broken", cron = "0 0 7 * * *")
		void broken() {
			throw new IllegalStateException("the printer is on fire");
		}

	}

}
