// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import com.sun.jdi.Method;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts the types and methods of the library that one lock and its release go through on
 * the caller's thread, warm, where no one else wants the key. They are to become fewer: a
 * change that adds one to a path takes another one off.
 */
@Tag("proof")
class PathTests {

	private static final String LAMBDA = "$$";

	private static final int MOST_TYPES_OF_A_JOB = 79;

	private static final int MOST_CALLS_OF_A_JOB = 950;

	private static final RedisServer SERVER = new RedisServer();

	@BeforeAll
	static void start() throws Exception {
		SERVER.start();
	}

	@AfterAll
	static void stop() throws Exception {
		SERVER.close();
	}

	/**
	 * Of a lambda, its body counts, and not the class that the JVM makes of it.
	 */
	@ParameterizedTest
	@CsvSource({ "ANNOTATION, 49, 232", "TEMPLATE, 42, 210", "SHARED, 43, 221", "ASYNC, 40, 154" })
	void pathOfALockIsShort(OneCall.Kind kind, int mostTypes, int mostCalls) throws Exception {
		assertShort("redis", kind, mostTypes, mostCalls, redis());
	}

	@Test
	void pathOfALockOnPostgresIsShort() throws Exception {
		PostgresServer server = PostgresServer.shared();
		assertShort("postgresql", OneCall.Kind.ANNOTATION, 58, 279, database(server.newDatabase(), server.user()));
	}

	@Test
	void pathOfALockOnH2IsShort() throws Exception {
		assertShort("h2", OneCall.Kind.ANNOTATION, 57, 274, database("jdbc:h2:mem:path", "sa"));
	}

	private static void assertShort(String store, OneCall.Kind kind, int mostTypes, int mostCalls, String... properties)
			throws Exception {
		try (TracedProcess process = new TracedProcess(kind, properties)) {
			List<Method> path = path(process.trace());
			List<String> types = path.stream().map(PathTests::type).distinct().toList();
			System.out.printf("%s on %s: %d types, %d calls%n", kind, store, types.size(), path.size());
			path.forEach((method) -> System.out.printf("%s: %s.%s%n", kind, type(method), method.name()));
			assertThat(types).as("types of a lock by %s on %s", kind, store).hasSizeLessThanOrEqualTo(mostTypes);
			assertThat(path.size()).as("calls of a lock by %s on %s", kind, store).isLessThanOrEqualTo(mostCalls);
		}
	}

	private static String[] redis() {
		return new String[] { "distlock.provider=redis", "spring.data.redis.port=" + SERVER.port() };
	}

	private static String[] database(String url, String user) {
		return new String[] { "distlock.provider=jdbc", "distlock.jdbc.initialize-schema=always",
				"spring.datasource.url=" + url, "spring.datasource.username=" + user };
	}

	/**
	 * A fire time is everything that the node does from one run of the method to the
	 * next, on all of its threads. Of several, the one counts in which the node did the
	 * least beside it: how often it polls is a matter of its speed.
	 */
	@Test
	void pathOfAFireTimeIsShort() throws Exception {
		try (TracedProcess process = new TracedProcess(OneCall.Kind.JOB, redis())) {
			List<Method> fire = fires(process.trace()).stream().min(Comparator.comparingInt(List::size)).orElseThrow();
			List<String> types = fire.stream().map(PathTests::type).distinct().toList();
			System.out.printf("JOB: %d types, %d calls%n", types.size(), fire.size());
			fire.stream()
				.collect(Collectors.groupingBy((method) -> type(method) + "." + method.name(), Collectors.counting()))
				.forEach((method, times) -> System.out.printf("JOB: %s %d%n", method, times));
			assertThat(types).as("types of a fire time").hasSizeLessThanOrEqualTo(MOST_TYPES_OF_A_JOB);
			assertThat(fire.size()).as("calls of a fire time").isLessThanOrEqualTo(MOST_CALLS_OF_A_JOB);
		}
	}

	private static List<List<Method>> fires(List<Method> trace) {
		List<List<Method>> fires = new ArrayList<>();
		int begin = -1;
		for (int i = 0; i < trace.size(); i++) {
			if (trace.get(i).name().equals(OneCall.FIRED)) {
				if (begin >= 0) {
					fires.add(path(trace.subList(begin, i)));
				}
				begin = i;
			}
		}
		return fires;
	}

	private static List<Method> path(List<Method> trace) {
		return trace.stream()
			.filter((method) -> !type(method).startsWith("io.distlock.autoconfigure.path"))
			.filter((method) -> !type(method).contains(LAMBDA) && !isSweep(method))
			.toList();
	}

	/**
	 * Return whether a method plans the watchdog's next sweep, which a lock does only if
	 * the last one is over.
	 */
	private static boolean isSweep(Method method) {
		return type(method).endsWith(".EngineThreads")
				|| type(method).endsWith(".Watchdog") && List.of("schedule", "age").contains(method.name());
	}

	private static String type(Method method) {
		return method.declaringType().name();
	}

}
