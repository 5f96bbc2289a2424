// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import com.sun.jdi.Method;
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

	private static final int MOST_TYPES_OF_A_JOB = 70;

	private static final int MOST_CALLS_OF_A_JOB = 700;

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
	@CsvSource({ "ANNOTATION, 40, 210", "TEMPLATE, 34, 190", "SHARED, 37, 206" })
	void pathOfALockIsShort(OneCall.Kind kind, int mostTypes, int mostCalls) throws Exception {
		try (TracedProcess process = new TracedProcess(kind, SERVER.port())) {
			List<Method> path = path(process.trace());
			List<String> types = path.stream().map(PathTests::type).distinct().toList();
			System.out.printf("%s: %d types, %d calls%n", kind, types.size(), path.size());
			path.forEach((method) -> System.out.printf("%s: %s.%s%n", kind, type(method), method.name()));
			assertThat(types).as("types of a lock by %s", kind).hasSizeLessThanOrEqualTo(mostTypes);
			assertThat(path.size()).as("calls of a lock by %s", kind).isLessThanOrEqualTo(mostCalls);
		}
	}

	/**
	 * A fire time is everything that the node does from one run of the method to the
	 * next, on all of its threads. Of several, the one counts in which the node did the
	 * least beside it: how often it polls is a matter of its speed.
	 */
	@Test
	void pathOfAFireTimeIsShort() throws Exception {
		try (TracedProcess process = new TracedProcess(OneCall.Kind.JOB, SERVER.port())) {
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
