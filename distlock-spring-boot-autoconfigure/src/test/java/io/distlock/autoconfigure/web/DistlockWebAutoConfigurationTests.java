// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import java.io.IOException;
import java.util.List;

import io.distlock.LockNotAcquiredException;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where answers to web clients are configured, and what may be set.
 */
class DistlockWebAutoConfigurationTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(DistlockAutoConfiguration.class,
			DistlockWebAutoConfiguration.class, WebMvcAutoConfiguration.class, WebFluxAutoConfiguration.class,
			CodecsAutoConfiguration.class);

	private final WebApplicationContextRunner servlet = new WebApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS)
		.withBean(BusyController.class);

	private final ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS);

	@Test
	void eachKindOfApplicationHasItsOwn() {
		this.servlet.run((context) -> assertThat(context).hasSingleBean(LockProblemAdvice.class)
			.doesNotHaveBean(LockProblemHandler.class));
		this.reactive.run((context) -> assertThat(context).hasSingleBean(LockProblemHandler.class)
			.doesNotHaveBean(LockProblemAdvice.class));
	}

	@Test
	void othersHaveNone() {
		ApplicationContextRunner plain = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockWebAutoConfiguration.class));
		plain.run((context) -> assertThat(context).doesNotHaveBean(LockProblemHandler.class)
			.doesNotHaveBean(LockProblemAdvice.class));
		plain.withClassLoader(new FilteredClassLoader("org.springframework.web", "jakarta.servlet", "reactor."))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DistlockWebProperties.class));
	}

	@ParameterizedTest
	@CsvSource({ "distlock.enabled", "distlock.web.problem-details.enabled" })
	void eachSwitchTurnsThemOff(String name) {
		this.servlet.withPropertyValues(name + "=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DistlockWebProperties.class)
				.doesNotHaveBean(LockProblemAdvice.class));
	}

	@Test
	void statusAndTimeAreConfigurable() {
		this.servlet.withPropertyValues("distlock.web.busy-status=423", "distlock.web.retry-after=1500ms")
			.run((context) -> assertThat(MockMvcTester.from(context).get().uri("/busy")).hasStatus(423)
				.hasHeader("Retry-After", "2"));
		this.servlet.withPropertyValues("distlock.web.retry-after=0s")
			.run((context) -> assertThat(MockMvcTester.from(context).get().uri("/busy")).hasStatus(409)
				.doesNotContainHeader("Retry-After"));
	}

	@Test
	void adviceOfAnotherAutoConfigurationWins() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockWebAutoConfiguration.class, OtherAutoConfiguration.class,
					WebMvcAutoConfiguration.class))
			.withBean(BusyController.class)
			.run((context) -> assertThat(MockMvcTester.from(context).get().uri("/busy")).hasStatus(429)
				.hasBodyTextEqualTo("other advice"));
	}

	@ParameterizedTest
	@CsvSource({ "busy-status, 200", "busy-status, 600", "retry-after, -1s" })
	void senselessValueFailsAndIsNamed(String name, String value) {
		this.servlet.withPropertyValues("distlock.web.%s=%s".formatted(name, value))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class)
				.hasMessageContaining("distlock.web." + name));
	}

	@Test
	void slicesOfTheWebHaveThem() throws IOException {
		for (String slice : List.of("webmvc.test.autoconfigure.AutoConfigureWebMvc",
				"webflux.test.autoconfigure.AutoConfigureWebFlux")) {
			assertThat(PropertiesLoaderUtils
				.loadAllProperties("META-INF/spring/org.springframework.boot.%s.imports".formatted(slice))
				.stringPropertyNames()).contains(DistlockWebAutoConfiguration.class.getName());
		}
	}

	@Test
	void autoConfigurationOfSpringBootThatOursPrecedesExists() {
		AutoConfiguration annotation = DistlockWebAutoConfiguration.class.getAnnotation(AutoConfiguration.class);
		assertThat(annotation.beforeName()).isNotEmpty()
			.allSatisfy((before) -> assertThat(Class.forName(before)).isNotNull());
	}

	@AutoConfiguration
	@Import(OtherAdvice.class)
	static class OtherAutoConfiguration {

	}

	@RestControllerAdvice
	static class OtherAdvice {

		@ExceptionHandler(Exception.class)
		ResponseEntity<String> any() {
			return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS).body("other advice");
		}

	}

	@RestController
	static class BusyController {

		@GetMapping("/busy")
		String busy() {
			throw new LockNotAcquiredException("key", "busy");
		}

	}

}
