// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.distlock.contract.LockContract;
import io.distlock.contract.TestNode;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tests of cluster jobs share: ledgers of nodes, names, states and records.
 *
 * @since 0.1.0
 */
public abstract class JobContract extends LockContract {

	protected static final Instant SIX = Instant.parse("2026-03-01T06:00:00Z");

	private final List<LockProvider> providers = new ArrayList<>();

	@AfterEach
	void closeProviders() {
		this.providers.forEach(LockProvider::close);
	}

	protected final JobLedger ledger() {
		return ((JobLedgerSource) provider()).jobLedger();
	}

	protected final LockKey job(String name) {
		return TestNode.key(key("cluster-job:" + name));
	}

	protected static void write(JobLedger ledger, LockKey job, List<JobRun> runs, int historySize) {
		assertThat(ledger.write(job, ledger.read(job).version(), state("t"), runs, historySize)).isPresent();
	}

	protected static JobState state(String trigger) {
		return JobState.unknown().withTrigger(trigger(trigger), null).withSince(SIX);
	}

	protected static RegisteredTrigger trigger(String text) {
		return RegisteredTrigger.of(text, 7, SIX, SIX.plusSeconds(1));
	}

	protected static JobRun run(int second) {
		return run(second, Outcome.SUCCEEDED);
	}

	protected static JobRun run(int second, Outcome outcome) {
		Instant fireTime = SIX.plusSeconds(second);
		return new JobRun(fireTime, 1, "node", second, fireTime, fireTime.plusMillis(5), outcome, null);
	}

	protected final LockProvider provider() {
		LockProvider provider = store().newProvider();
		synchronized (this.providers) {
			this.providers.add(provider);
		}
		return provider;
	}

	/**
	 * Run tasks at once.
	 */
	protected final <T> List<T> results(List<Callable<T>> tasks) throws Exception {
		List<Future<T>> futures = new ArrayList<>();
		tasks.forEach((task) -> futures.add(inThread(task)));
		List<T> results = new ArrayList<>();
		for (Future<T> future : futures) {
			results.add(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
		}
		return results;
	}

}
