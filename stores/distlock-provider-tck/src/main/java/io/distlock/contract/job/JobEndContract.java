// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.EngineLock;
import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobLedger.JobWrite;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes of a job that release the lock of its run in the same step, in stores that have
 * them.
 *
 * @since 0.1.0
 */
public abstract class JobEndContract extends JobContract {

	private static final LockKey ANY = TestNode.key("any");

	private JobLedger releasingLedger() {
		JobLedger ledger = ledger();
		Assumptions.assumeTrue(ledger.releasing(ANY, new LockOwner("owner"), 1).isPresent(),
				"This store takes a request for the job, and one for the lock");
		return ledger;
	}

	private static HeldLock acquire(TestNode node, String name) {
		return node.engine.acquire(LockRequest.of(name).leaseTime(Duration.ofSeconds(20))).orElseThrow();
	}

	private Optional<JobEntry> write(JobWrite write, LockKey job, long version) {
		return write.write(job, version, state("t"), List.of(run(1)), 5);
	}

	private boolean end(HeldLock held, JobLedger ledger, LockKey job, long version) {
		return ((EngineLock) held).releaseBy((key, owner,
				lastToken) -> write(ledger.releasing(key, owner, lastToken).orElseThrow(), job, version).isPresent());
	}

	@Test
	void endReleasesTheLockForTheNodeThatWaits() {
		JobLedger ledger = releasingLedger();
		LockKey job = job("end");
		TestNode node = node();
		String name = key("end");
		HeldLock held = acquire(node, name);
		try (Contender next = waiting(provider(), name)) {
			assertThat(end(held, ledger, job, ledger.read(job).version())).isTrue();
			assertThat(held.isHeld()).isFalse();
			Awaitility.await().atMost(PATIENCE).until(() -> next.attempt(owner()) instanceof Attempt.Granted);
			held.close();
			assertThat(node.losses).isEmpty();
			assertThat(node.template.tryAcquire(name)).isEmpty();
		}
		assertThat(ledger().history(job, 5)).containsExactly(run(1));
	}

	@Test
	void endThatChangesNothingKeepsTheLock() {
		JobLedger ledger = releasingLedger();
		LockKey job = job("stale");
		long version = write(ledger::write, job, 0).orElseThrow().version();
		write(ledger::write, job, version);
		TestNode node = node();
		TestNode other = node();
		String name = key("stale");
		try (HeldLock held = acquire(node, name)) {
			assertThat(end(held, ledger, job, version)).isFalse();
			assertThat(held.isHeld()).isTrue();
			assertThat(other.template.tryAcquire(name)).isEmpty();
		}
		other.template.tryAcquire(name).orElseThrow().close();
	}

	@Test
	void endOfAFormerHolderLeavesTheLockOfTheNext() {
		JobLedger ledger = releasingLedger();
		LockKey job = job("former");
		TestNode node = node();
		TestNode other = node();
		String name = key("former");
		AtomicReference<JobWrite> sent = new AtomicReference<>();
		try (HeldLock held = acquire(node, name)) {
			((EngineLock) held).releaseBy((key, owner, lastToken) -> {
				sent.set(ledger.releasing(key, owner, lastToken).orElseThrow());
				return false;
			});
		}
		try (HeldLock held = acquire(other, name)) {
			long version = write(sent.get(), job, 0).orElseThrow().version();
			assertThat(write(sent.get(), job, version)).isPresent();
			assertThat(node.template.tryAcquire(name)).isEmpty();
			assertThat(held.isHeld()).isTrue();
		}
	}

}
