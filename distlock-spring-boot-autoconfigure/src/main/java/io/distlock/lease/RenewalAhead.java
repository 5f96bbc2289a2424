package io.distlock.lease;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store for the next block of tokens while the present one is handed over. An
 * answer that does not come, or comes too late, costs nothing but the hand-overs of a
 * block: at its end the store is asked in any case, and tokens of an answer that nobody
 * heard are skipped.
 */
final class RenewalAhead {

	private static final Logger logger = LoggerFactory.getLogger(RenewalAhead.class);

	private final Store store;

	private final RemoteLease lease;

	private final LockClaim claim;

	private final AtomicBoolean decided = new AtomicBoolean();

	private final CompletableFuture<Optional<Lease>> answer = new CompletableFuture<>();

	private volatile long sentAt;

	/**
	 * Create a question.
	 * @param lease the lease that is handed over
	 * @param claim what it was handed over for
	 */
	RenewalAhead(Store store, RemoteLease lease, LockClaim claim) {
		this.store = store;
		this.lease = lease;
		this.claim = claim;
	}

	/**
	 * Ask in the background, if there is a thread for that.
	 */
	void start() {
		if (!this.store.inSpareTime(this::ask)) {
			this.answer.complete(Optional.empty());
		}
	}

	private void ask() {
		if (!this.decided.compareAndSet(false, true)) {
			return;
		}
		this.sentAt = Nanos.now();
		Optional<Lease> renewed = Optional.empty();
		try {
			renewed = Objects.requireNonNull(this.store.renewUnlessAwaited(this.lease.lease(), this.claim));
		}
		catch (RuntimeException ex) {
			logger.debug("Lock '{}' could not be renewed ahead", this.claim.key(), ex);
		}
		finally {
			this.answer.complete(renewed);
		}
		this.lease.queue().renewedAhead(this.lease, this);
	}

	/**
	 * Return the answer, and wait for it if the store has been asked.
	 * @return the renewed lease, if the store has renewed it
	 */
	Optional<Lease> answer() {
		return this.decided.compareAndSet(false, true) ? Optional.empty() : this.answer.join();
	}

	/**
	 * Return when the store was asked.
	 */
	long sentAt() {
		return this.sentAt;
	}

}
