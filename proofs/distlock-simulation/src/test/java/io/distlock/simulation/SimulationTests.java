// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clusters of real engines in virtual time, as {@code -Psimulation} runs them for longer.
 */
class SimulationTests {

	private static final int SEEDS = 5 * Integer.getInteger("distlock.test.scale", 1);

	private static final Duration WARM_UP = Duration.ofSeconds(5);

	private static Figures run(StoreKind kind, Load load, int nodes, int seconds) {
		return new Cluster(kind, load, nodes, 1).run(WARM_UP, Duration.ofSeconds(seconds));
	}

	@ParameterizedTest
	@EnumSource
	void faultsBreakNoRule(StoreKind kind) {
		for (long seed = 1; seed <= SEEDS; seed++) {
			Figures figures = new Cluster(kind, Load.FAULTS, 20, seed).run(WARM_UP, Duration.ofSeconds(60));
			assertThat(figures.grants()).isGreaterThan(500);
			assertThat(figures.runs()).isGreaterThan(20);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void bugOfTheStoreIsFound(Bug bug) {
		assertThat(isFound(bug)).isTrue();
	}

	private static boolean isFound(Bug bug) {
		for (long seed = 1; seed <= 20; seed++) {
			try {
				new Cluster(StoreKind.REDIS, Load.FAULTS, 20, seed, bug).run(WARM_UP, Duration.ofSeconds(60));
			}
			catch (AssertionError ex) {
				assertThat(ex).hasMessageStartingWith("redis, faults, 20 nodes, seed");
				assertThat(ex.getMessage().lines().count()).isBetween(5L, 62L);
				return true;
			}
		}
		return false;
	}

	@Test
	void seedAlwaysProducesTheSameSchedule() {
		Figures first = run(StoreKind.REDIS, Load.FAULTS, 20, 30);
		Figures second = run(StoreKind.REDIS, Load.FAULTS, 20, 30);
		assertThat(second.row(StoreKind.REDIS, Load.FAULTS)).isEqualTo(first.row(StoreKind.REDIS, Load.FAULTS));
	}

	@ParameterizedTest
	@EnumSource
	void freeLockCostsTheSameOnAThousandNodes(StoreKind kind) {
		double few = run(kind, Load.FREE, 10, 30).requestsPerGrant();
		double many = run(kind, Load.FREE, 1000, 10).requestsPerGrant();
		assertThat(many / few).isBetween(0.8, 1.2);
	}

	@ParameterizedTest
	@EnumSource(names = { "REDIS", "POSTGRESQL", "ETCD" })
	void busyLockIsHandedOverInTurn(StoreKind kind) {
		Figures figures = run(kind, Load.HOT, 100, 30);
		assertThat(figures.most() - figures.least()).isLessThanOrEqualTo(2);
		assertThat(figures.gaps().quantile(1)).isLessThan(100);
	}

	@ParameterizedTest
	@EnumSource(names = { "REDIS", "POSTGRESQL", "ETCD" })
	void busyLockCostsTheSameOnAThousandNodes(StoreKind kind) {
		double few = run(kind, Load.HOT, 10, 30).requestsPerGrant();
		double many = run(kind, Load.HOT, 1000, 30).requestsPerGrant();
		assertThat(many / few).isBetween(0.8, 1.2);
	}

	@ParameterizedTest
	@EnumSource
	void nodesThatWaitCostAtMostTwoRequestsASecond(StoreKind kind) {
		assertThat(run(kind, Load.WAITING, 1000, 30).requestsPerSecond()).isLessThan(2020);
	}

	@ParameterizedTest
	@EnumSource
	void eachNodeReadsAJobOnceAFireTime(StoreKind kind) {
		Figures figures = run(kind, Load.JOBS, 100, 30);
		assertThat(figures.runs()).isBetween(295L, 305L);
		assertThat(figures.requestsPerGrant()).isLessThan(120);
	}

	@Test
	void idleJobsCostEachNodeOneRequestInHalfAMinuteAtMost() {
		Figures figures = run(StoreKind.REDIS, Load.IDLE_JOBS, 100, 600);
		assertThat(figures.runs()).isZero();
		assertThat(figures.requestsPerSecond() / 100).isLessThanOrEqualTo(1 / 30.0);
	}

}
