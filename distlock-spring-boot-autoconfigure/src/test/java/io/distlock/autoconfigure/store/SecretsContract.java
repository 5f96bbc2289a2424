// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.autoconfigure.LockUser;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Passwords are in no message, log line or text of an object, also where the store does
 * not answer and everything is told that is known. Passwords of the settings begin with
 * {@code hidden}; a setting is {@code name=value}, and a space separates two.
 */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SecretsContract {

	private static final String PASSWORD = "hidden";

	/**
	 * Return settings with passwords for servers at {@code 127.0.0.1} that do not answer.
	 */
	protected abstract List<String> unreachable();

	/**
	 * Return settings that cannot be used, of which the last is named in the message.
	 */
	protected abstract List<String> malformed();

	@ParameterizedTest(name = "{index}")
	@MethodSource("unreachable")
	void passwordsAreShownNowhere(String properties, CapturedOutput output) {
		assertThat(told(properties, output)).contains("127.0.0.1").doesNotContain(PASSWORD);
	}

	@ParameterizedTest(name = "{index}")
	@MethodSource("malformed")
	void malformedSettingShowsNoPassword(String properties, CapturedOutput output) {
		String last = properties.substring(properties.lastIndexOf(' ') + 1);
		assertThat(told(properties, output)).contains("LockConfigurationException")
			.contains(last.substring(0, last.indexOf('=')))
			.doesNotContain(PASSWORD);
	}

	private static String told(String properties, CapturedOutput output) {
		List<String> told = new ArrayList<>();
		List<String> all = new ArrayList<>(List.of(properties.split(" ")));
		all.addAll(List.of("debug=true", "logging.level.io.distlock=trace", "spring.main.banner-mode=off"));
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties(all.toArray(String[]::new))
			.run()) {
			told.add(context.getBean(LockProvider.class).toString());
			told.add(failure(() -> context.getBean(LockOperations.class)
				.tryAcquire(LockRequest.of("order").waitTime(Duration.ofMillis(100)))));
		}
		catch (RuntimeException ex) {
			told.add(text(ex));
		}
		told.add(output.getAll());
		return String.join("\n", told);
	}

	private static String failure(Runnable action) {
		try {
			action.run();
			return "";
		}
		catch (RuntimeException ex) {
			return text(ex);
		}
	}

	private static String text(Throwable failure) {
		StringWriter text = new StringWriter();
		failure.printStackTrace(new PrintWriter(text));
		return text.toString();
	}

	/**
	 * An application that wants locks.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = { "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
					"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
	@Import(LockUser.class)
	static class Application {

	}

}
