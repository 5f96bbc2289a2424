// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import io.distlock.LockObserver;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.observation.LockObservationAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.scheduling.ClusterJobs;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The observations of annotated methods, and the spans that come of them.
 */
@Timeout(60)
@Tag("timing")
class ObservedMethodTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final SimpleTracer tracer = new SimpleTracer();

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private Methods methods;

	@BeforeEach
	void start() {
		this.registry.observationConfig().observationHandler(new DefaultTracingObservationHandler(this.tracer));
		TestPropertyValues.of("distlock.provider=local").applyTo(this.context);
		this.context.registerBean(TestObservationRegistry.class, () -> this.registry);
		this.context.register(Methods.class, DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class,
				LockObservationAutoConfiguration.class);
		this.context.refresh();
		this.methods = this.context.getBean(Methods.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
		assertThat(this.registry.getCurrentObservationScope()).as("no scope is left open").isNull();
	}

	@Test
	void blockingMethodRunsInTheScopeOfItsHold() {
		Observation caller = Observation.start("caller", this.registry);
		assertThat(caller.scoped((Supplier<@Nullable String>) () -> this.methods.blocking("a")))
			.isEqualTo("distlock.hold");
		caller.stop();
		observed("blocking", "blocking:a");
		assertThat(span("hold blocking").getParentId()).isEqualTo(span("caller").getSpanId());
		assertThat(span("acquire blocking").getParentId()).isEqualTo(span("caller").getSpanId());
		assertThat(span("acquire blocking").getTags()).containsEntry("key", "blocking:a")
			.containsEntry("outcome", "acquired");
	}

	@Test
	void methodWithAStageRunsInTheContextOfItsCaller() {
		Observation caller = Observation.start("caller", this.registry);
		CompletableFuture<List<@Nullable String>> seen = caller
			.scoped((Supplier<CompletableFuture<List<@Nullable String>>>) () -> this.methods.stage("a")
				.toCompletableFuture()
				.thenApply((inBody) -> Arrays.asList(inBody, this.methods.current())));
		assertThat(seen.join()).containsExactly("caller", "caller");
		caller.stop();
		observed("stage", "stage:a");
		assertThat(span("hold stage").getParentId()).isEqualTo(span("caller").getSpanId());
	}

	@Test
	void monoTakesItsParentFromTheReactorContext() {
		Observation caller = Observation.start("caller", this.registry);
		Context context = Context.of(ObservationThreadLocalAccessor.KEY, caller, "own", "value");
		ContextView seen = this.methods.mono("a").contextWrite(context).block(PATIENCE);
		caller.stop();
		assertThat(seen).isNotNull();
		assertThat(seen.<String>get("own")).isEqualTo("value");
		assertThat(seen.<Observation>get(ObservationThreadLocalAccessor.KEY)).isSameAs(caller);
		observed("mono", "mono:a");
		assertThat(span("acquire mono").getParentId()).isEqualTo(span("caller").getSpanId());
		assertThat(span("hold mono").getParentId()).isEqualTo(span("caller").getSpanId());
	}

	@Test
	void fluxTakesItsParentFromTheReactorContext() {
		Observation caller = Observation.start("caller", this.registry);
		List<Integer> numbers = this.methods.flux("a")
			.contextWrite(Context.of(ObservationThreadLocalAccessor.KEY, caller))
			.collectList()
			.block(PATIENCE);
		caller.stop();
		assertThat(numbers).containsExactly(1, 2, 3);
		observed("flux", "flux:a");
		assertThat(span("hold flux").getParentId()).isEqualTo(span("caller").getSpanId());
	}

	@Test
	void cancelledFluxReleasesAndEndsItsHold() {
		Flux<Integer> endless = this.methods.endless().take(1);
		assertThat(endless.collectList().block(PATIENCE)).containsExactly(1);
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> observed("endless", "endless"));
	}

	@Test
	void jobRunsInTheScopeOfItsHold() {
		this.context.getBean(ClusterJobs.class).runNow("report");
		assertThat(this.methods.seenByJob()).containsExactly("tasks.scheduled.execution");
		SimpleSpan job = this.tracer.getSpans()
			.stream()
			.filter((span) -> "task methods.report".equals(span.getName()))
			.findFirst()
			.orElseThrow(() -> new AssertionError(this.tracer.getSpans().toString()));
		assertThat(job.getParentId()).isEqualTo(span("hold report").getSpanId());
		observed("report", "cluster-job:report");
	}

	@Test
	void nothingIsObservedWhereThatIsTurnedOff() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(DistlockAutoConfiguration.class, LockObservationAutoConfiguration.class))
			.withBean(TestObservationRegistry.class, () -> this.registry)
			.withPropertyValues("distlock.provider=local", "management.observations.enable.distlock=false")
			.withUserConfiguration(Methods.class)
			.run((off) -> {
				off.getBean(Methods.class).blocking("a");
				assertThat(off).doesNotHaveBean(LockObserver.class);
				TestObservationRegistryAssert.assertThat(this.registry).doesNotHaveAnyObservation();
			});
	}

	private void observed(String name, String key) {
		for (String observation : List.of("distlock.acquire", "distlock.hold")) {
			TestObservationRegistryAssert.assertThat(this.registry)
				.hasNumberOfObservationsWithNameEqualTo(observation, 1)
				.hasObservationWithNameEqualTo(observation)
				.that()
				.hasLowCardinalityKeyValue("name", name)
				.hasHighCardinalityKeyValue("key", key)
				.hasBeenStopped();
		}
		TestObservationRegistryAssert.assertThat(this.registry)
			.hasObservationWithNameEqualTo("distlock.hold")
			.that()
			.hasLowCardinalityKeyValue("outcome", "released");
	}

	private SimpleSpan span(String name) {
		return this.tracer.getSpans().stream().filter((span) -> name.equals(span.getName())).findFirst().orElseThrow();
	}

	/**
	 * Methods of every style.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Methods {

		private final TestObservationRegistry registry;

		private final List<@Nullable String> seenByJob = new CopyOnWriteArrayList<>();

		Methods(TestObservationRegistry registry) {
			this.registry = registry;
		}

		List<@Nullable String> seenByJob() {
			return this.seenByJob;
		}

		@Nullable String current() {
			Observation current = this.registry.getCurrentObservation();
			return (current != null) ? current.getContext().getName() : null;
		}

		@DistributedLock(name = "blocking", key = "#id")
		@Nullable String blocking(String id) {
			return current();
		}

		@DistributedLock(name = "stage", key = "#id")
		CompletionStage<@Nullable String> stage(String id) {
			return CompletableFuture.completedFuture(current());
		}

		@DistributedLock(name = "mono", key = "#id")
		Mono<ContextView> mono(String id) {
			return Mono.deferContextual(Mono::just);
		}

		@DistributedLock(name = "flux", key = "#id")
		Flux<Integer> flux(String id) {
			return Flux.range(1, 3);
		}

		@DistributedLock(name = "endless")
		Flux<Integer> endless() {
			return Flux.range(1, Integer.MAX_VALUE);
		}

		@ClusterScheduled(name = "report", cron = "0 0 0 1 1 *")
		void report() {
			this.seenByJob.add(current());
		}

	}

}
