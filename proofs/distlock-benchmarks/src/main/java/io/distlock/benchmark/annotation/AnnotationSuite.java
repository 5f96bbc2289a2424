// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.annotation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.report.Report;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import org.springframework.cache.annotation.Cacheable;

/**
 * {@code @DistributedLock} beside {@code @Cacheable}, by JMH. Each round has a JVM for
 * each.
 */
public final class AnnotationSuite implements Suite {

	private static final String CACHEABLE = "cacheable";

	private static final String LOCK = "distributedLock";

	private static final Map<String, String> NAMES = Map.of(CACHEABLE, "@Cacheable, a hit", LOCK,
			"@DistributedLock, local provider");

	private static final String TITLE = "A call, with a key by SpEL";

	private static final double BOUND = 1.5;

	/**
	 * With three of a second, calls were still being compiled where the machine was busy.
	 */
	private static final int WARM_UPS = 5;

	private static final int ITERATIONS = 3;

	@Override
	public String name() {
		return "annotation";
	}

	@Override
	public String title() {
		return "The annotation";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		report.about("a cache and locks of the same JVM", Cacheable.class, Benchmark.class);
		Map<String, List<Double>> nanos = new LinkedHashMap<>();
		for (int round = 0; round < rounds.number(); round++) {
			for (String call : Rounds.rotated(List.of(CACHEABLE, LOCK), round)) {
				nanos.computeIfAbsent(call, (name) -> new ArrayList<>()).add(nanos(call, rounds));
			}
		}
		report(nanos, report);
	}

	private static double nanos(String call, Rounds rounds) throws RunnerException {
		TimeValue time = TimeValue.milliseconds(rounds.turn().toMillis());
		RunResult result = new Runner(
				new OptionsBuilder().include("\\." + AnnotatedCalls.class.getSimpleName() + "\\." + call + "$")
					.forks(1)
					.warmupIterations(WARM_UPS)
					.warmupTime(time)
					.measurementIterations(ITERATIONS)
					.measurementTime(time)
					.shouldFailOnError(true)
					.verbosity(VerboseMode.SILENT)
					.build())
			.runSingle();
		return result.getPrimaryResult().getScore();
	}

	private static void report(Map<String, List<Double>> nanos, Report report) throws Exception {
		List<String> calls = List.of(CACHEABLE, LOCK);
		report.table(TITLE, List.of("Which", "ns a call", "÷ @Cacheable"),
				calls.stream()
					.map((call) -> List.of(name(call), Spread.of(nanos(nanos, call)).text(0),
							besideCacheable(nanos, call).text()))
					.toList());
		report.bars(TITLE, "ns", calls.stream().map(AnnotationSuite::name).toList(),
				calls.stream().map((call) -> Spread.of(nanos(nanos, call)).median()).toList());
		report.target(Target.atMost(TITLE, "@DistributedLock ÷ @Cacheable", BOUND, besideCacheable(nanos, LOCK)));
	}

	private static Spread besideCacheable(Map<String, List<Double>> nanos, String call) {
		List<Double> ratios = new ArrayList<>();
		List<Double> own = nanos(nanos, call);
		for (int round = 0; round < own.size(); round++) {
			ratios.add(own.get(round) / nanos(nanos, CACHEABLE).get(round));
		}
		return Spread.of(ratios);
	}

	private static List<Double> nanos(Map<String, List<Double>> nanos, String call) {
		return Objects.requireNonNull(nanos.get(call));
	}

	private static String name(String call) {
		return Objects.requireNonNull(NAMES.get(call));
	}

}
