// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.path;

import java.util.List;

import com.sun.jdi.Method;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.RedisServer;

/**
 * Counts the types and methods of a library that one lock and its release go through,
 * where no one else wants the key, and prints them. Of a lambda, its body counts, and not
 * the class that the JVM makes of it.
 */
public final class PathSuite implements Suite {

	private static final String LAMBDA = "$$Lambda";

	@Override
	public String name() {
		return "path";
	}

	@Override
	public String title() {
		return "The way of one lock";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (RedisServer server = new RedisServer().start()) {
			report.about("Redis " + server.info("redis_version"));
			report.table("Own types and calls of one lock and its release", List.of("Library", "Types", "Calls"), List
				.of(row("distlock", "io.distlock.*", server), row("ShedLock", "net.javacrumbs.shedlock.*", server)));
		}
	}

	private static List<String> row(String entry, String packages, RedisServer server) throws Exception {
		try (TracedProcess process = new TracedProcess("redis", entry, String.valueOf(server.port()))) {
			List<Method> way = process.trace(packages)
				.stream()
				.filter((method) -> !type(method).startsWith("io.distlock.benchmark") && !type(method).contains(LAMBDA))
				.toList();
			way.forEach((method) -> System.out.printf("%s: %s.%s%n", entry, type(method), method.name()));
			long types = way.stream().map(PathSuite::type).distinct().count();
			return List.of(entry, String.valueOf(types), String.valueOf(way.size()));
		}
	}

	private static String type(Method method) {
		return method.declaringType().name();
	}

}
