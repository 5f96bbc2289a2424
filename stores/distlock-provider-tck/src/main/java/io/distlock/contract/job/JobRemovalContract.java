// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That jobs can be listed and removed, and that a node which has read a job that was
 * removed since does not change the one that was made anew.
 *
 * @since 0.1.0
 */
public abstract class JobRemovalContract extends JobEndContract {

	private static final int NODES = 8;

	private static final int CHANGES = 60;

	@Test
	void removedJobIsForgottenWithItsHistory() {
		JobLedger ledger = ledger();
		LockKey job = job("removed");
		LockKey other = job("other");
		write(ledger, job, List.of(run(1), run(2)), 5);
		write(ledger, other, List.of(run(3)), 5);
		assertThat(ledger.remove(job, ledger.read(job).version())).isTrue();
		assertThat(ledger().read(job).version()).isZero();
		assertThat(ledger().read(job).state()).isEqualTo(JobState.unknown());
		assertThat(Objects.requireNonNull(ledger().readAll(List.of(job, other)).get(job)).version()).isZero();
		assertThat(ledger().history(job, 5)).isEmpty();
		assertThat(ledger().history(other, 5)).containsExactly(run(3));
	}

	@Test
	void removalOfAnotherVersionChangesNothing() {
		JobLedger ledger = ledger();
		LockKey job = job("kept");
		write(ledger, job, List.of(run(1)), 5);
		long first = ledger.read(job).version();
		write(ledger, job, List.of(run(2)), 5);
		long second = ledger.read(job).version();
		for (long stale : new long[] { first, second - 1, second + 1, -1 }) {
			assertThat(ledger.remove(job, stale)).isFalse();
		}
		assertThat(ledger().read(job).version()).isEqualTo(second);
		assertThat(ledger().history(job, 5)).containsExactly(run(2), run(1));
	}

	@Test
	void removalThatIsSentAgainIsNotRefused() {
		JobLedger ledger = ledger();
		LockKey job = job("twice");
		write(ledger, job, List.of(run(1)), 5);
		long version = ledger.read(job).version();
		assertThat(ledger.remove(job, version)).isTrue();
		assertThat(ledger().remove(job, version)).isTrue();
		assertThat(ledger().remove(job("never"), 17)).isTrue();
		assertThat(ledger().read(job("never")).version()).isZero();
		write(ledger, job, List.of(run(2)), 5);
		assertThat(ledger().remove(job, version)).as("of the former job").isFalse();
		assertThat(ledger().history(job, 5)).containsExactly(run(2));
	}

	@Test
	void jobThatIsMadeAnewHasVersionsOfItsOwn() {
		JobLedger stale = ledger();
		LockKey job = job("anew");
		Set<Long> used = new HashSet<>();
		for (int round = 0; round < 10; round++) {
			JobLedger ledger = ledger();
			for (int i = 0; i < 3; i++) {
				long version = ledger.write(job, ledger.read(job).version(), state("t"), List.of(run(round)), 5)
					.orElseThrow()
					.version();
				assertThat(version).isEqualTo(ledger().read(job).version());
				assertThat(used.add(version)).isTrue();
			}
			used.forEach((version) -> {
				if (version != ledger.read(job).version()) {
					assertThat(stale.write(job, version, state("stale"), List.of(run(9)), 1)).isEmpty();
					assertThat(stale.remove(job, version)).isFalse();
				}
			});
			assertThat(ledger.read(job).state()).isEqualTo(state("t"));
			assertThat(ledger.history(job, 5)).containsExactly(run(round));
			assertThat(ledger.remove(job, ledger.read(job).version())).isTrue();
			used.forEach((version) -> assertThat(stale.write(job, version, state("stale"), List.of(), 1)).isEmpty());
		}
	}

	/**
	 * Of all who change or remove one version of a job, one succeeds, also while the job
	 * comes and goes.
	 */
	@Test
	void eachVersionIsChangedOrRemovedOnce() throws Exception {
		LockKey job = job("comes and goes");
		ConcurrentLinkedQueue<Long> changed = new ConcurrentLinkedQueue<>();
		CyclicBarrier start = new CyclicBarrier(NODES);
		List<Callable<Integer>> nodes = new ArrayList<>();
		for (int i = 0; i < NODES; i++) {
			JobLedger ledger = ledger();
			nodes.add(() -> {
				start.await();
				return change(ledger, job, changed);
			});
		}
		assertThat(results(nodes)).as("removals").anyMatch((removals) -> removals > 0);
		assertThat(changed.stream().filter((version) -> version != 0)).isNotEmpty().doesNotHaveDuplicates();
	}

	private static int change(JobLedger ledger, LockKey job, ConcurrentLinkedQueue<Long> changed) {
		int removals = 0;
		for (int i = 0; i < CHANGES; i++) {
			JobEntry entry = ledger.read(job);
			boolean remove = entry.version() != 0 && ThreadLocalRandom.current().nextBoolean();
			if (remove) {
				// Also true if another node has removed it.
				removals += ledger.remove(job, entry.version()) ? 1 : 0;
			}
			else if (ledger.write(job, entry.version(), state("t"), List.of(run(i)), 5).isPresent()) {
				changed.add(entry.version());
			}
		}
		return removals;
	}

	@Test
	void jobsOfAPrefixAreListed() {
		JobLedger ledger = ledger();
		String prefix = key("listed");
		List<LockKey> jobs = new ArrayList<>();
		for (String name : List.of("a", "A", "cluster-job:a", "a:b", "a{b}", "*", "ü 日本語", "..", "a/b", "100 %_\\")) {
			jobs.add(new LockKey(prefix, name));
		}
		jobs.forEach((job) -> write(ledger, job, List.of(run(1)), 5));
		write(ledger, new LockKey(prefix + "2", "a"), List.of(), 5);
		write(ledger, new LockKey(prefix.substring(1), "a"), List.of(), 5);
		assertThat(ledger().read(new LockKey(prefix, "unknown")).version()).isZero();
		assertThat(ledger().jobs(prefix)).containsExactlyInAnyOrderElementsOf(jobs);
		assertThat(ledger.remove(jobs.get(0), ledger.read(jobs.get(0)).version())).isTrue();
		assertThat(ledger().jobs(prefix)).containsExactlyInAnyOrderElementsOf(jobs.subList(1, jobs.size()));
		assertThat(ledger().jobs(key("no jobs"))).isEmpty();
	}

}
