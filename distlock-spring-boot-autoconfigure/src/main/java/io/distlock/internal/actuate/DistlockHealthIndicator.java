// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.monitor.LockStatistics;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} for the locks held by this node. Down while renewals of any
 * provider fail. Sends no request to a store, and reports nothing about a store without a
 * lock to renew.
 *
 * @since 0.1.0
 */
public class DistlockHealthIndicator extends AbstractHealthIndicator {

	private final LockEngineRegistry engines;

	private final InstantSource clock = InstantSource.system();

	/**
	 * Create an indicator.
	 * @param engines the engines used on this node
	 */
	public DistlockHealthIndicator(LockEngineRegistry engines) {
		super("The health of locks could not be determined");
		this.engines = engines;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.up();
		this.engines.engines().forEach((name, engine) -> describe(builder, name, engine));
	}

	private void describe(Health.Builder builder, String name, LockEngineMonitor engine) {
		LockStatistics statistics = engine.statistics();
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("provider", statistics.provider());
		details.put("held", statistics.held());
		details.put("waiting", statistics.waiting());
		Duration failingFor = statistics.renewalsFailingFor();
		if (failingFor != null) {
			details.put("renewalsFailingSince",
					this.clock.instant().minus(failingFor).truncatedTo(ChronoUnit.MILLIS).toString());
			builder.down();
		}
		builder.withDetail(name, details);
	}

}
