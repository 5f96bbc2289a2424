// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.distlock.provider.Lease;
import io.distlock.provider.RenewalListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Request to shorten leases in the store after they were shortened locally. A lease with
 * an unknown outcome is not renewed, and ends as if shortened by the store.
 */
final class Shortening implements RenewalListener {

	private static final Logger logger = LoggerFactory.getLogger(Shortening.class);

	/**
	 * Maximum time for which a shutdown waits for the store's answers.
	 */
	private static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(2);

	private final Map<Lease, RemoteLease> unanswered = new ConcurrentHashMap<>();

	private final CountDownLatch answers;

	Shortening(Collection<RemoteLease> shortened, Duration duration) {
		for (RemoteLease lease : shortened) {
			Lease last = lease.lease;
			this.unanswered.put(Lease.of(last.key(), last.owner(), duration, last.firstToken(), last.lastToken()),
					lease);
		}
		this.answers = new CountDownLatch(this.unanswered.size());
	}

	/**
	 * Send the request, and wait for the answers.
	 * @param renewal sends leases to the store
	 */
	void send(BiConsumer<Collection<Lease>, RenewalListener> renewal) {
		try {
			renewal.accept(List.copyOf(this.unanswered.keySet()), this);
			if (!this.answers.await(MAX_RESPONSE_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.debug("No answer yet whether leases were shortened");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException ex) {
			logger.debug("Could not shorten leases", ex);
		}
	}

	@Override
	public void kept(Lease lease) {
		answer(lease, (kept) -> kept.keeper.locked(() -> {
			kept.shortened();
			return kept;
		}));
	}

	@Override
	public void lost(Lease lease) {
		answer(lease, (lost) -> lost.keeper.taken(lost));
	}

	@Override
	public void unknown(Lease lease, Throwable cause) {
		answer(lease, (unknown) -> logger.debug("Could not shorten the lease of lock '{}'", lease.key(), cause));
	}

	private void answer(Lease asked, Consumer<RemoteLease> outcome) {
		RemoteLease lease = this.unanswered.remove(asked);
		if (lease != null) {
			outcome.accept(lease);
			this.answers.countDown();
		}
	}

}
