// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.YieldResult;
import io.distlock.record.MemoryRecordStore.Server;
import io.distlock.record.MemoryStore.MemoryLockProvider;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How many requests each operation sends, and what becomes of those that are not
 * answered, or are sent twice.
 */
class RecordRequestTests {

	private static final LockKey KEY = new LockKey("p", "orders");

	private final Server server = new Server();

	private final MemoryRecordStore client = new MemoryRecordStore(this.server);

	private final MemoryLockProvider provider = new MemoryLockProvider(this.client);

	private final MemoryRecordStore otherClient = new MemoryRecordStore(this.server);

	private final MemoryLockProvider other = new MemoryLockProvider(this.otherClient);

	private int owners;

	@Test
	void lockThatThisNodeUsedLastTakesOneWriteAndItsReleaseAnother() {
		Lease first = acquire(this.provider);
		assertThat(requests(this.client)).containsExactly(1, 1);
		assertThat(this.provider.release(KEY, first.owner(), first.lastToken())).isTrue();
		Lease second = acquire(this.provider);
		assertThat(this.provider.release(KEY, second.owner(), second.lastToken())).isTrue();
		assertThat(requests(this.client)).containsExactly(1, 4);
	}

	@Test
	void lockThatAnotherNodeUsedLastTakesOneReadAndOneWrite() {
		Lease first = acquire(this.other);
		this.other.release(KEY, first.owner(), first.lastToken());
		acquire(this.provider);
		assertThat(requests(this.client)).containsExactly(1, 1);
	}

	@Test
	void handOverAndRenewalTakeOneWrite() {
		Lease lease = acquire(this.provider);
		YieldResult result = this.provider.yieldOrRenew(lease, lease.lastToken(), claim());
		assertThat(result).isInstanceOf(YieldResult.Renewed.class);
		assertThat(requests(this.client)).containsExactly(1, 2);
	}

	@Test
	void recordsOfLocksWithoutHoldersAndOfRemovedJobsMayExpire() {
		Lease lease = acquire(this.provider);
		assertThat(mayExpire()).isFalse();
		this.provider.release(KEY, lease.owner(), lease.lastToken());
		assertThat(mayExpire()).isTrue();
		acquire(this.provider);
		assertThat(mayExpire()).isFalse();
		this.provider.forceRelease(KEY);
		assertThat(mayExpire()).isTrue();
		this.server.records.clear();
		JobLedger jobs = this.provider.jobLedger();
		long version = jobs.write(KEY, 0, JobState.unknown(), List.of(), 10).orElseThrow().version();
		assertThat(mayExpire()).isFalse();
		jobs.remove(KEY, version);
		assertThat(mayExpire()).isTrue();
	}

	private boolean mayExpire() {
		assertThat(this.server.records.values()).hasSize(1);
		return this.server.unused.contains(this.server.records.values().iterator().next().version());
	}

	@Test
	void lockThatIsBusyTakesOneReadAndLeavesNothing() {
		acquire(this.other);
		String before = text();
		assertThat(this.provider.contend(claim(), () -> {
		}).attempt(owner())).isInstanceOf(Attempt.Busy.class);
		assertThat(requests(this.client)).containsExactly(1, 0);
		assertThat(text()).isEqualTo(before);
	}

	@Test
	void writeThatIsNotAnsweredIsGrantedIfItTookEffect() {
		this.client.unanswered.set(1);
		acquire(this.provider);
		assertThat(requests(this.client)).containsExactly(2, 1);
	}

	@Test
	void releaseThatIsNotAnsweredIsKnownToHaveTakenEffect() {
		Lease lease = acquire(this.provider);
		this.client.unanswered.set(1);
		assertThat(this.provider.release(KEY, lease.owner(), lease.lastToken())).isTrue();
		Lease next = acquire(this.other);
		assertThat(next.firstToken()).isGreaterThan(lease.lastToken());
		assertThat(this.provider.release(KEY, lease.owner(), lease.lastToken())).isTrue();
		assertThat(this.other.release(KEY, next.owner(), next.lastToken())).isTrue();
	}

	@Test
	void failureAfterAWriteThatWasNotAnsweredLeavesTheOutcomeUnknown() {
		acquireAndRelease();
		this.client.unanswered.set(1);
		this.client.refusedReads.set(1);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> acquire(this.provider))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.UNKNOWN));
		this.client.refusedReads.set(1);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> acquire(this.provider))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
	}

	@Test
	void requestsThatAClientSendsTwiceCountOnce() {
		this.client.sentTwice.set(3);
		Lease lease = acquire(this.provider);
		YieldResult result = this.provider.yieldOrRenew(lease, lease.lastToken(), claim());
		assertThat(result).isInstanceOf(YieldResult.Renewed.class);
		Lease next = ((YieldResult.Renewed) result).lease();
		assertThat(next.firstToken()).isGreaterThan(lease.lastToken());
		assertThat(this.provider.release(KEY, next.owner(), next.lastToken())).isTrue();
		assertThat(this.client.sentTwice).hasValue(0);
	}

	@Test
	void jobThatAClientWritesTwiceIsWrittenOnce() {
		JobLedger jobs = this.provider.jobLedger();
		this.client.sentTwice.set(1);
		long version = jobs.write(KEY, 0, JobState.unknown(), List.of(), 10).orElseThrow().version();
		assertThat(jobs.read(KEY).version()).isEqualTo(version);
		this.client.sentTwice.set(1);
		assertThat(jobs.remove(KEY, version)).isTrue();
		assertThat(jobs.write(KEY, 0, JobState.unknown(), List.of(), 10).orElseThrow().version())
			.isGreaterThan(version);
	}

	/**
	 * In a store that tells whole seconds, both claim the same version.
	 */
	@Test
	void jobThatTwoNodesChangeToTheSameStateIsChangedByOneOfThem() {
		Instant now = Instant.now().minusSeconds(60);
		this.client.time = () -> now;
		this.otherClient.time = () -> now;
		JobLedger jobs = this.provider.jobLedger();
		long version = jobs.write(KEY, 0, JobState.unknown(), List.of(), 10).orElseThrow().version();
		List<Boolean> written = new ArrayList<>();
		this.client.beforeWrite = () -> written
			.add(this.other.jobLedger().write(KEY, version, JobState.unknown(), List.of(), 10).isPresent());
		written.add(jobs.write(KEY, version, JobState.unknown(), List.of(), 10).isPresent());
		assertThat(written).containsExactly(true, false);
	}

	/**
	 * A store that tells whole seconds may tell a time before that of the removal.
	 */
	@Test
	void jobThatWasRemovedIsNotListedWhateverTheTime() {
		JobLedger jobs = this.provider.jobLedger();
		long version = jobs.write(KEY, 0, JobState.unknown(), List.of(), 10).orElseThrow().version();
		assertThat(jobs.jobs("p")).containsExactly(KEY);
		assertThat(jobs.remove(KEY, version)).isTrue();
		Instant before = Instant.now().minusSeconds(1);
		this.client.time = () -> before;
		jobs.read(KEY);
		assertThat(jobs.jobs("p")).isEmpty();
	}

	@Test
	void recordThatAnOperatorHasMendedIsReadAgain() {
		acquireAndRelease();
		String path = this.server.records.keySet().iterator().next();
		this.server.records.put(path, StoredRecord.of(path, "by hand", "hello"));
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> acquire(this.provider))
			.withMessageContaining(path)
			.withMessageContaining("delete it");
		this.server.records.remove(path);
		acquire(this.provider);
	}

	private void acquireAndRelease() {
		Lease lease = acquire(this.provider);
		this.provider.release(KEY, lease.owner(), lease.lastToken());
	}

	private Lease acquire(MemoryLockProvider provider) {
		Attempt attempt = provider.contend(claim(), () -> {
		}).attempt(owner());
		assertThat(attempt).isInstanceOf(Attempt.Granted.class);
		return ((Attempt.Granted) attempt).lease();
	}

	private LockOwner owner() {
		return new LockOwner("owner-" + this.owners++);
	}

	private static LockClaim claim() {
		return LockClaim.of(KEY.in(LockMode.EXCLUSIVE), Duration.ofSeconds(30), 2, "node");
	}

	private String text() {
		return this.server.records.values().iterator().next().text();
	}

	private static List<Integer> requests(MemoryRecordStore client) {
		return List.of(client.reads.get(), client.writes.get());
	}

}
