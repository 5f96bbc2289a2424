package io.distlock.lease;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.HandOver;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LossReporter;
import io.distlock.provider.RenewalOutcomes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The provider as the engine calls it: never with an interrupt flag set, since clients
 * and drivers close connections over it, and with the clean-up of requests whose outcome
 * is not known.
 */
final class Store {

	private static final Logger logger = LoggerFactory.getLogger(Store.class);

	private static final long FIRST_RETRY = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long LAST_RETRY = TimeUnit.SECONDS.toNanos(2);

	/**
	 * How long after its lease a request that was never answered may still take effect.
	 */
	private static final long MAX_IN_FLIGHT = TimeUnit.SECONDS.toNanos(10);

	private final LockProvider provider;

	private final EngineThreads threads;

	private final OwnerIds owners = new OwnerIds();

	Store(LockProvider provider, EngineThreads threads) {
		this.provider = provider;
		this.threads = threads;
	}

	String name() {
		return this.provider.name();
	}

	/**
	 * Be told of losses that the store's client notices by itself, where it does.
	 */
	void addLossListener(Consumer<Collection<LockOwner>> listener) {
		if (this.provider instanceof LossReporter reporter) {
			reporter.addLossListener(listener);
		}
	}

	void removeLossListener(Consumer<Collection<LockOwner>> listener) {
		if (this.provider instanceof LossReporter reporter) {
			reporter.removeLossListener(listener);
		}
	}

	LockOwner nextOwner() {
		return this.owners.next();
	}

	Contender contend(LockClaim claim, Runnable wakeUp) {
		return this.provider.contend(claim, wakeUp);
	}

	Attempt attempt(Contender contender, LockOwner owner) {
		return uninterrupted(() -> contender.attempt(owner));
	}

	/**
	 * Return whether several keys can be asked for in one step.
	 */
	boolean canGrantTogether(List<LockKey> keys) {
		return this.provider instanceof GroupLockProvider group && group.canGrantTogether(keys);
	}

	Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return uninterrupted(() -> ((GroupLockProvider) this.provider).attemptAll(claims, owner));
	}

	/**
	 * Leave the contest. Whatever that may throw is no reason to lose a grant, or the
	 * place of the next waiter.
	 */
	void close(Contender contender) {
		try {
			uninterrupted(() -> {
				contender.close();
				return true;
			});
		}
		catch (RuntimeException | Error ex) {
			logger.error("A contender of provider '{}' could not be closed", name(), ex);
		}
	}

	void renew(Collection<Lease> leases, RenewalOutcomes outcomes) {
		uninterrupted(() -> {
			this.provider.renew(leases, outcomes);
			return true;
		});
	}

	HandOver yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return uninterrupted(() -> this.provider.yieldOrRenew(lease, lastToken, claim));
	}

	/**
	 * Release a lease. A failure is not the caller's: it is logged, and the release
	 * repeated in the background until the lease would have ended anyway.
	 * @param lastToken the last token of the lease that was used
	 * @return whether the lease was still ours, as far as is known
	 */
	boolean release(Lease lease, long lastToken) {
		try {
			return uninterrupted(() -> this.provider.release(lease.key(), lease.owner(), lastToken));
		}
		catch (RuntimeException ex) {
			logger.warn(
					"Lock '{}' could not be released in provider '{}' and is released in the background; "
							+ "at the latest its lease of {} frees it",
					lease.key(), name(), Nanos.text(lease.duration()), ex);
			withdraw(lease.key(), lease.owner(), Nanos.of(lease.duration()));
			return true;
		}
	}

	/**
	 * Make sure that an attempt whose outcome is not known does not keep others out:
	 * release it in the background, again and again until the store has said that it was
	 * there, or its lease must have ended.
	 */
	void withdraw(LockKey key, LockOwner owner, long leaseNanos) {
		later(new Withdrawal(key, owner, Nanos.now() + leaseNanos + MAX_IN_FLIGHT, true, FIRST_RETRY), 0);
	}

	/**
	 * Release in the background what was lost here but may still be ours in the store.
	 * @param renewing whether a renewal is under way, and may take effect after a first
	 * release
	 */
	void giveUp(Lease lease, boolean renewing) {
		later(new Withdrawal(lease.key(), lease.owner(), Nanos.now() + MAX_IN_FLIGHT, renewing, FIRST_RETRY), 0);
	}

	private void later(Withdrawal withdrawal, long delay) {
		try {
			this.threads.schedule(() -> this.threads.workers().execute(() -> attempt(withdrawal)), delay);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Lock '{}' is left to its lease, because the engine is closed", withdrawal.key());
		}
	}

	private void attempt(Withdrawal withdrawal) {
		if (!isDone(withdrawal) && !Nanos.reached(withdrawal.until())) {
			later(withdrawal.next(), withdrawal.retryAfter());
		}
	}

	private boolean isDone(Withdrawal withdrawal) {
		try {
			return this.provider.release(withdrawal.key(), withdrawal.owner()) || !withdrawal.untilFound();
		}
		catch (RuntimeException ex) {
			logger.debug("Lock '{}' could not be withdrawn from provider '{}' yet", withdrawal.key(), name(), ex);
			return false;
		}
	}

	private static <T> T uninterrupted(Supplier<T> request) {
		boolean interrupted = Thread.interrupted();
		try {
			return request.get();
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * A release in the background.
	 *
	 * @param key the lock
	 * @param owner whose lock it may be
	 * @param until when to stop trying
	 * @param untilFound whether an answer that there was nothing to release may be
	 * followed by something to release
	 * @param retryAfter the delay before the next try
	 */
	private record Withdrawal(LockKey key, LockOwner owner, long until, boolean untilFound, long retryAfter) {

		Withdrawal next() {
			return new Withdrawal(this.key, this.owner, this.until, this.untilFound,
					Math.min(this.retryAfter * 2, LAST_RETRY));
		}

	}

}
