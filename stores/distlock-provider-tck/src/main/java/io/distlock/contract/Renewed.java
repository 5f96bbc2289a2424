// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.Lease;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.RenewalListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A renewal, and what became of each of its leases.
 *
 * @since 0.1.0
 */
public final class Renewed implements RenewalListener {

	private static final Duration LONGEST = Duration.ofSeconds(20);

	private final Map<Lease, Outcome> outcomes = new ConcurrentHashMap<>();

	private final Map<Lease, Throwable> causes = new ConcurrentHashMap<>();

	private final List<String> contradictions = new CopyOnWriteArrayList<>();

	private final CountDownLatch told;

	private Renewed(int leases) {
		this.told = new CountDownLatch(leases);
	}

	/**
	 * Renew, and wait until all outcomes are reported.
	 * @param provider the provider
	 * @param leases the leases to renew
	 * @return what became of them
	 */
	public static Renewed of(LockProvider provider, Collection<Lease> leases) {
		Renewed renewed = start(provider, leases);
		renewed.await();
		assertThat(renewed.outcomes.keySet()).containsExactlyInAnyOrderElementsOf(leases);
		assertThat(renewed.contradictions).as("outcomes of leases that had one before").isEmpty();
		return renewed;
	}

	/**
	 * Renew, and inspect outcomes as they are reported.
	 * @param provider the provider
	 * @param leases the leases to renew
	 * @return what becomes of them
	 */
	public static Renewed start(LockProvider provider, Collection<Lease> leases) {
		Renewed renewed = new Renewed(leases.size());
		try {
			provider.renew(leases, renewed);
		}
		catch (LockStoreException ex) {
			leases.stream()
				.filter((lease) -> !renewed.outcomes.containsKey(lease))
				.forEach((lease) -> renewed.unknown(lease, ex));
		}
		return renewed;
	}

	/**
	 * Renew, and return the leases that are lost. All others are kept.
	 * @param provider the provider
	 * @param leases the leases to renew
	 * @return those that are lost
	 * @throws LockStoreException if it is not known of one of them
	 */
	public static List<Lease> lost(LockProvider provider, Collection<Lease> leases) {
		Renewed renewed = of(provider, List.copyOf(new LinkedHashSet<>(leases)));
		renewed.causes.values().forEach((cause) -> {
			throw (cause instanceof RuntimeException known) ? known : new IllegalStateException(cause);
		});
		return leases.stream().filter((lease) -> renewed.outcomes.get(lease) == Outcome.LOST).toList();
	}

	/**
	 * Return the outcomes of a lease so far.
	 * @param lease the lease
	 * @return its outcome, or that there is none yet
	 */
	public Outcome outcome(Lease lease) {
		return this.outcomes.getOrDefault(lease, Outcome.UNTOLD);
	}

	/**
	 * Return outcomes of leases that had an outcome before.
	 * @return a line for each; there should be none
	 */
	public List<String> contradictions() {
		return List.copyOf(this.contradictions);
	}

	@Override
	public void kept(Lease lease) {
		add(lease, Outcome.KEPT);
	}

	@Override
	public void lost(Lease lease) {
		add(lease, Outcome.LOST);
	}

	@Override
	public void unknown(Lease lease, Throwable cause) {
		this.causes.put(lease, cause);
		add(lease, Outcome.UNKNOWN);
	}

	private void await() {
		try {
			this.told.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void add(Lease lease, Outcome outcome) {
		Outcome before = this.outcomes.put(lease, outcome);
		if (before == null) {
			this.told.countDown();
		}
		else {
			this.contradictions.add("%s: first %s, then %s".formatted(lease.key(), before, outcome));
		}
	}

	/**
	 * What became of a lease.
	 */
	public enum Outcome {

		/**
		 * It was extended.
		 */
		KEPT,

		/**
		 * It is of another owner, or of none.
		 */
		LOST,

		/**
		 * The store did not say.
		 */
		UNKNOWN,

		/**
		 * The provider has not said yet.
		 */
		UNTOLD

	}

}
