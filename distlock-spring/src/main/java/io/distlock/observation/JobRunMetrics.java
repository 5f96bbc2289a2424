/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
