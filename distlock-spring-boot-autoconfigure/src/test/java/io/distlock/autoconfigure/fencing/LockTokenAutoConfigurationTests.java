// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.local.LocalLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tokens in requests and in the logging context.
 */
@Tag("timing")
class LockTokenAutoConfigurationTests {

	private final List<String> received = new ArrayList<>();

	private final List<String> otherHeaders = new ArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withPropertyValues("distlock.provider=local")
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, LockTokenAutoConfiguration.class,
				RestClientAutoConfiguration.class, WebClientAutoConfiguration.class));

	private HttpServer server;

	@BeforeEach
	void startServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", (exchange) -> {
			String token = exchange.getRequestHeaders().getFirst("X-Lock-Token");
			this.received.add((token != null) ? token : "none");
			this.otherHeaders.addAll(exchange.getRequestHeaders().getOrDefault("X_fence.1", List.of()));
			exchange.sendResponseHeaders(204, -1);
			exchange.close();
		});
		this.server.createContext("/moved", (exchange) -> {
			exchange.getResponseHeaders().add("Location", uri("127.0.0.1"));
			exchange.sendResponseHeaders(302, -1);
			exchange.close();
		});
		this.server.start();
	}

	@AfterEach
	void stopServer() {
		this.server.stop(0);
	}

	@Test
	void trustedHostsAreToldOfTheInnermostLock() {
		this.runner.withPropertyValues("distlock.fencing.http.hosts=localhost").run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			List<String> expected = new ArrayList<>();
			template.executeWithoutResult("outer", (outer) -> {
				template.executeWithoutResult("orders:1;2 \u00e9", (lock) -> {
					send(context, "localhost");
					expected.addAll(List.of("orders%3A1%3B2+%C3%A9;" + lock.fencingToken(),
							"orders%3A1%3B2+%C3%A9;" + lock.fencingToken()));
				});
				send(context, "localhost");
				expected.addAll(List.of("outer;" + outer.fencingToken(), "outer;" + outer.fencingToken()));
			});
			send(context, "localhost");
			expected.addAll(List.of("none", "none"));
			assertThat(this.received).isEqualTo(expected);
		});
	}

	@Test
	void otherHostsAreToldNothing() {
		this.runner.withPropertyValues("distlock.fencing.http.hosts=127.0.0.2,*.localhost,localhost.example.com")
			.run((context) -> {
				context.getBean(LockTemplate.class).executeWithoutResult("key", (lock) -> send(context, "localhost"));
				assertThat(this.received).containsExactly("none", "none");
			});
		this.runner.run((context) -> {
			context.getBean(LockTemplate.class).executeWithoutResult("key", (lock) -> send(context, "localhost"));
			assertThat(this.received).hasSize(4).containsOnly("none");
		});
	}

	@Test
	void redirectsToOtherHostsAreFollowedWithTheTokenUnlessTurnedOff() {
		ApplicationContextRunner redirected = this.runner
			.withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
					ImperativeHttpClientAutoConfiguration.class))
			.withPropertyValues("distlock.fencing.http.hosts=localhost");
		redirected.run((context) -> {
			get(context, uri("localhost") + "moved");
			assertThat(this.received).singleElement().asString().startsWith("key;");
		});
		this.received.clear();
		redirected.withPropertyValues("spring.http.clients.redirects=dont-follow").run((context) -> {
			get(context, uri("localhost") + "moved");
			assertThat(this.received).isEmpty();
		});
	}

	private static void get(ApplicationContext context, String uri) {
		RestClient client = context.getBean(RestClient.Builder.class).build();
		context.getBean(LockTemplate.class)
			.executeWithoutResult("key", (lock) -> client.get().uri(uri).retrieve().toBodilessEntity());
	}

	@Test
	void headerOfTheApplicationStays() {
		this.runner.withPropertyValues("distlock.fencing.http.hosts=localhost").run((context) -> {
			context.getBean(LockTemplate.class)
				.executeWithoutResult("key",
						(lock) -> context.getBean(RestClient.Builder.class)
							.build()
							.get()
							.uri(uri("localhost"))
							.header("X-Lock-Token", "mine")
							.retrieve()
							.toBodilessEntity());
			assertThat(this.received).containsExactly("mine");
		});
	}

	@Test
	void hostWithASchemeIsRefused() {
		this.runner.withPropertyValues("distlock.fencing.http.hosts=http://localhost")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("distlock.fencing.http.hosts")
				.hasMessageContaining("http://localhost"));
	}

	@Test
	void hostThatNoRequestCanNameIsRefused() {
		this.runner.withPropertyValues("distlock.fencing.http.hosts=stock_service")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("stock_service"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "X Lock", "X-Lock:", "X-Lock\u00e9", "X-Lock\nHost" })
	void headerThatIsNoneIsRefusedAtStart(String header) {
		this.runner
			.withInitializer(
					(context) -> TestPropertyValues.of(Map.of("distlock.fencing.http.header", header)).applyTo(context))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.fencing.http.header"));
	}

	@Test
	void headerMayHaveAnotherName() {
		this.runner
			.withPropertyValues("distlock.fencing.http.hosts=localhost", "distlock.fencing.http.header=x_fence.1")
			.run((context) -> {
				context.getBean(LockTemplate.class).executeWithoutResult("key", (lock) -> send(context, "localhost"));
				assertThat(this.received).containsExactly("none", "none");
				assertThat(this.otherHeaders).hasSize(2).allMatch((value) -> value.startsWith("key;"));
			});
	}

	@Test
	void clientsAreOptional() {
		this.runner
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.restclient",
					"org.springframework.boot.webclient", "org.springframework.web"))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void loggingContextNamesTheInnermostLockAndIsRestored() {
		this.runner.withPropertyValues("distlock.fencing.mdc=true").withBean(Logging.class).run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			Logging logging = context.getBean(Logging.class);
			MDC.put("lockKey", "mine");
			template.executeWithoutResult("outer", (outer) -> {
				assertMdc(outer);
				logging.run(() -> assertMdc(LockContext.current().orElseThrow()));
				assertMdc(outer);
				template.executeWithoutResult("outer", LockTokenAutoConfigurationTests::assertMdc);
				assertThatIllegalStateException().isThrownBy(() -> logging.run(() -> {
					throw new IllegalStateException("body");
				}));
				assertMdc(outer);
			});
			assertThat(MDC.get("lockKey")).isEqualTo("mine");
			assertThat(MDC.get("fencingToken")).isNull();
			MDC.remove("lockKey");
		});
	}

	@Test
	void loggingContextHasTheKeyOnOneLine() {
		this.runner.withPropertyValues("distlock.fencing.mdc=true")
			.run((context) -> context.getBean(LockTemplate.class)
				.executeWithoutResult("a\nFORGED " + "x".repeat(60_000),
						(lock) -> assertThat(MDC.get("lockKey")).startsWith("a\\nFORGED xxx")
							.endsWith("xxx...")
							.hasSizeLessThan(300)));
	}

	@Test
	void loggingContextIsSetForOtherProvidersToo() {
		this.runner.withPropertyValues("distlock.fencing.mdc=true")
			.withUserConfiguration(TwoProviders.class)
			.withBean(Elsewhere.class)
			.run((context) -> context.getBean(Elsewhere.class)
				.run(() -> assertMdc(LockContext.current().orElseThrow())));
		assertThat(MDC.get("lockKey")).isNull();
	}

	@Test
	void loggingContextIsLeftAloneByDefault() {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockTemplate.class)).hasSameClassAs(new LockTemplate(null));
			context.getBean(LockTemplate.class)
				.executeWithoutResult("key", (lock) -> assertThat(MDC.get("lockKey")).isNull());
		});
	}

	private static void assertMdc(HeldLock lock) {
		assertThat(MDC.get("lockKey")).isEqualTo(lock.key());
		assertThat(MDC.get("fencingToken")).isEqualTo(Long.toString(lock.fencingToken()));
	}

	private void send(ApplicationContext context, String host) {
		context.getBean(RestClient.Builder.class).build().get().uri(uri(host)).retrieve().toBodilessEntity();
		context.getBean(WebClient.Builder.class)
			.build()
			.get()
			.uri(uri(host))
			.retrieve()
			.toBodilessEntity()
			.block(Duration.ofSeconds(60));
	}

	private String uri(String host) {
		return "http://%s:%d/".formatted(host, this.server.getAddress().getPort());
	}

	static class Logging {

		@DistributedLock("logging")
		void run(Runnable body) {
			body.run();
		}

	}

	static class Elsewhere {

		@DistributedLock(name = "elsewhere", provider = "second")
		void run(Runnable body) {
			body.run();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoProviders {

		@Bean
		@Primary
		LocalLockProvider first() {
			return new LocalLockProvider();
		}

		@Bean
		LocalLockProvider second() {
			return new LocalLockProvider();
		}

	}

}
