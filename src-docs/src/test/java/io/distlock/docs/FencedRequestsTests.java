// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the page on fencing shows of other systems and of the log.
 */
class FencedRequestsTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withPropertyValues("distlock.provider=local")
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class));

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private final List<Long> tokens = new CopyOnWriteArrayList<>();

	@Test
	void eachRequestCarriesTheTokenOfItsLock() throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/stock", this::answer);
		server.start();
		try {
			this.runner.run((context) -> {
				LockTemplate locks = context.getBean(LockTemplate.class);
				FencedRequests stock = new FencedRequests(locks,
						RestClient.create("http://localhost:" + server.getAddress().getPort()));
				long before = locks.execute("stock:teapot", HeldLock::fencingToken);
				stock.setUnits("teapot", 7);
				long after = locks.execute("stock:teapot", HeldLock::fencingToken);
				assertThat(this.requests).containsExactly("PUT /stock/teapot 7");
				assertThat(this.tokens).singleElement(InstanceOfAssertFactories.LONG)
					.isGreaterThan(before)
					.isLessThan(after);
			});
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void logNamesTheInnermostLock() {
		this.runner.withBean(LockMdc.class).run((context) -> {
			LockTemplate locks = context.getBean(LockTemplate.class);
			locks.executeWithoutResult("outer\n", (outer) -> {
				assertThat(MDC.get("lockKey")).isEqualTo("outer\\n");
				locks.executeWithoutResult("inner", (inner) -> assertThat(MDC.get("lockKey")).isEqualTo("inner"));
				assertThat(MDC.get("lockKey")).isEqualTo("outer\\n");
			});
			assertThat(MDC.get("lockKey")).isNull();
		});
	}

	private void answer(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		this.requests.add("%s %s %s".formatted(exchange.getRequestMethod(), exchange.getRequestURI(), body));
		this.tokens.add(Long.valueOf(exchange.getRequestHeaders().getFirst("X-Fencing-Token")));
		exchange.sendResponseHeaders(204, -1);
		exchange.close();
	}

}
