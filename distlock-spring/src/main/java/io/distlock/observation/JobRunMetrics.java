// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.observation.LockMeterDocumentation.Tag;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobRun;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * The meters of jobs, from the events of their runs. Times are those of the records, by
 * the store's clock.
 *
 * @since 0.1.0
 */
public final class JobRunMetrics implements MeterBinder {

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
	}

	/**
	 * Called before other listeners, one of which may fail and end the round.
	 */
	@EventListener
	@Order(Ordered.HIGHEST_PRECEDENCE)
	void ended(ClusterJobRunEvent event) {
		JobRun run = event.run();
		Instant endedAt = run.endedAt();
		if (endedAt == null || run.attempt() == 0) {
			return;
		}
		Duration time = Duration.between(run.startedAt(), endedAt);
		this.registries.forEach((registry) -> timer(registry, event).record(time));
	}

	private static Timer timer(MeterRegistry registry, ClusterJobRunEvent event) {
		return Timer.builder(LockMeterDocumentation.JOB_RUNS.getName())
			.description("Runs of jobs that ended")
			.tag(Tag.NAME.asString(), event.job())
			.tag(Tag.OUTCOME.asString(), event.run().outcome().name().toLowerCase(Locale.ROOT))
			.tag(Tag.RETRY.asString(), Boolean.toString(event.retry() != null))
			.register(registry);
	}

}
