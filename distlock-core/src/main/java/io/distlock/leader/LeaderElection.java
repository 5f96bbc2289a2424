// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.leader.Candidacy.Phase;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's candidacy for a role. It never ends by itself: a store that fails, a lease
 * that is lost, a listener that fails or an error only mean that the node asks again,
 * until {@link #close()}.
 * <p>
 * A role is a lock under the key {@value #KEY_PREFIX} and the name of the role, held for
 * as long as the node leads and renewed. Do not use such keys for locks of your own. What
 * decides is the lease that the leader has stored, whatever the other nodes are
 * configured to.
 * <p>
 * The holder of the lock leads. One thread goes through {@link Candidacy}: it asks for
 * the role, watches the lease and releases it. Another one notifies listeners, so that no
 * listener delays noticing the end of a term.
 * <p>
 * See the page 'leader' of the reference.
 *
 * @since 0.1.0
 */
public final class LeaderElection implements AutoCloseable {

	/**
	 * Prefix of the name of a role in the key of its lock.
	 */
	public static final String KEY_PREFIX = "distlock.leader:";

	/**
	 * The longest name of a role.
	 */
	public static final int MAX_ROLE_LENGTH = 100;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElection.class);

	/**
	 * Longer than any process lives.
	 */
	private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

	private static final long PAUSE_AFTER_ERROR = 100_000_000;

	private final String role;

	private final LockEngine engine;

	private final LeaderSettings settings;

	private final String node;

	private final Function<String, Optional<Leader>> lookup;

	private final LockRequest request;

	private final LeaderEvents events;

	private final LongAdder terms = new LongAdder();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	// What follows is changed under the lock, so that candidacy and term change as one.

	private volatile Candidacy candidacy = Candidacy.ENDED;

	private boolean running;

	private @Nullable Thread asking;

	private volatile @Nullable LeaderTerm term;

	/**
	 * Create an election. It does not stand before {@link #start()}.
	 * @param role the role, not blank, of at most {@value #MAX_ROLE_LENGTH} characters
	 * @param engine acquires the lock of the role
	 * @param settings how to stand and lead
	 * @param node the name of this node
	 * @param lookup finds the node that leads a role if it is not this one, see
	 * {@link Leader#lookup}
	 */
	public LeaderElection(String role, LockEngine engine, LeaderSettings settings, String node,
			Function<String, Optional<Leader>> lookup) {
		this.role = checked(role);
		this.engine = engine;
		this.settings = settings;
		this.node = node;
		this.lookup = lookup;
		this.request = LockRequest.of(KEY_PREFIX + role)
			.name("leader")
			.leaseTime(settings.leaseTime())
			.waitTime(FOREVER)
			.maxHoldTime(FOREVER)
			.onLost(OnLost.IGNORE);
		this.events = new LeaderEvents(role, (failed) -> end(failed, RevocationReason.LISTENER_FAILED));
	}

	private static String checked(String role) {
		if (role == null || role.isBlank()) {
			throw new IllegalArgumentException("'role' must not be blank; give the role a name");
		}
		if (role.length() > MAX_ROLE_LENGTH) {
			throw new IllegalArgumentException("'role' must not be longer than %d characters, but is '%s'"
				.formatted(MAX_ROLE_LENGTH, LockKey.shown(role)));
		}
		return role;
	}

	/**
	 * Return the role.
	 * @return its name
	 */
	public String role() {
		return this.role;
	}

	/**
	 * Begin to stand for the role, unless this node does already. After {@link #close()}
	 * it stands again.
	 */
	public void start() {
		locked(() -> {
			if (!this.running) {
				DaemonThreads.start("distlock-leader-" + this.role, this::run);
				this.running = true;
			}
			return change(Candidacy::started);
		});
	}

	/**
	 * Stand for the role until it is not wanted any more, whatever happens.
	 */
	private void run() {
		while (locked(() -> this.running = this.candidacy.phase() != Phase.ENDED)) {
			try {
				step();
			}
			catch (Throwable ex) {
				logger.error("Unexpected error in the candidacy for role '{}'; will retry", this.role, ex);
				LockSupport.parkNanos(PAUSE_AFTER_ERROR);
			}
		}
	}

	private void step() {
		switch (this.candidacy.phase()) {
			case STANDING -> stand();
			case LEADING -> lead(led());
			case REVOKING -> revoke(led());
			case RELEASING -> release(led());
			case RESTING -> rest();
			case ENDED -> {
			}
		}
	}

	private LeaderTerm led() {
		return Objects.requireNonNull(this.term);
	}

	private void stand() {
		HeldLock granted;
		try {
			granted = ask();
		}
		catch (InterruptedException ex) {
			change(Candidacy::stopped);
			return;
		}
		catch (Throwable ex) {
			Candidacy next = change((known) -> known.failed(System.nanoTime(), this.settings));
			if (next.phase() == Phase.RESTING) {
				logger.warn("Could not request role '{}' ({} time(s) in a row); will retry", this.role, next.failures(),
						ex);
			}
			return;
		}
		begin(granted);
	}

	/**
	 * Only a thread that asks is interrupted, and nothing is left of that afterwards.
	 */
	private HeldLock ask() throws InterruptedException {
		if (!asks(Thread.currentThread())) {
			throw new InterruptedException();
		}
		try {
			return this.engine.acquireInterruptibly(this.request)
				.orElseThrow(() -> this.engine.notAcquired(this.request));
		}
		finally {
			asks(null);
		}
	}

	private boolean asks(@Nullable Thread asking) {
		return locked(() -> {
			Thread.interrupted();
			this.asking = asking;
			return this.candidacy.wanted();
		});
	}

	/**
	 * The term is known before listeners are notified.
	 */
	private void begin(HeldLock granted) {
		LeaderTerm begun = new LeaderTerm(this.role, granted);
		boolean leading = locked(() -> {
			boolean wanted = change((known) -> known.granted(System.nanoTime())).phase() == Phase.LEADING;
			if (!wanted) {
				begun.end(RevocationReason.CLOSED);
			}
			this.term = begun;
			return wanted;
		});
		if (!leading) {
			return;
		}
		this.terms.increment();
		logger.info("This node leads role '{}', term {}", this.role, begun.number());
		granted.onLost((loss) -> wake());
		try {
			this.events.granted(begun);
		}
		catch (Throwable ex) {
			end(begun, RevocationReason.LISTENER_FAILED);
			throw ex;
		}
	}

	/**
	 * Wait for the end of the lease by the clock, whether or not anything else reports
	 * it.
	 */
	private void lead(LeaderTerm leading) {
		locked(() -> leading.isHeld() ? awaitNanos(Math.max(leading.remainingLease().toNanos(), 1_000))
				: end(leading, RevocationReason.LOST));
	}

	/**
	 * End a term, unless it has ended: another one may have begun.
	 * @return whether this node led until now
	 */
	private boolean end(@Nullable LeaderTerm ended, RevocationReason reason) {
		return locked(() -> {
			if (ended == null || ended != this.term) {
				return false;
			}
			boolean held = ended.isHeld();
			RevocationReason first = held ? reason : RevocationReason.LOST;
			ended.end(first);
			change((known) -> known.revoked(first));
			return held;
		});
	}

	private void revoke(LeaderTerm ended) {
		RevocationReason reason = Objects.requireNonNull(ended.endedBy());
		if (reason == RevocationReason.LOST) {
			logger.warn(
					"This node lost role '{}', term {}, because its lease of {} expired without renewal or the store gave it to another owner; another node may lead. Fence writes with the term",
					this.role, ended.number(), Durations.text(this.settings.leaseTime()));
		}
		else {
			logger.info("This node no longer leads role '{}', term {}: {}", this.role, ended.number(), reason);
		}
		CompletableFuture<?> notified = this.events.revoked(reason);
		if (reason != RevocationReason.LOST) {
			awaitListeners(notified);
		}
		change(Candidacy::notified);
	}

	/**
	 * The lease is renewed meanwhile.
	 */
	private void awaitListeners(CompletableFuture<?> notified) {
		try {
			notified.get(this.settings.listenerTimeout().toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			logger.warn(
					"Listeners of role '{}' did not stop their work within {}; releasing the role anyway, so another node may lead in the meantime",
					this.role, Durations.text(this.settings.listenerTimeout()));
		}
		catch (ExecutionException ex) {
			logger.error("Could not notify the listeners of role '{}'", this.role, ex);
		}
		catch (InterruptedException ex) {
			// Meant for a wait for the role, which is over.
		}
	}

	/**
	 * Whatever becomes of the release: listeners know, and the lease ends.
	 */
	private void release(LeaderTerm ended) {
		this.term = null;
		try {
			ended.giveBack();
		}
		catch (Throwable ex) {
			logger.warn("Could not release role '{}'; it becomes free when its lease of {} expires", this.role,
					Durations.text(this.settings.leaseTime()), ex);
		}
		finally {
			change((known) -> known.released(System.nanoTime(), this.settings));
		}
	}

	/**
	 * Wait until it is time to ask again, and listeners are ready for an event.
	 */
	private void rest() {
		CompletableFuture<?> idle = this.events.idle();
		idle.whenComplete((result, failure) -> wake());
		locked(() -> {
			while (this.candidacy.phase() == Phase.RESTING) {
				long left = this.candidacy.restUntil() - System.nanoTime();
				if (left <= 0 && idle.isDone()) {
					return change((known) -> known.rested(System.nanoTime()));
				}
				awaitNanos((left > 0) ? left : Long.MAX_VALUE);
			}
			return this.candidacy;
		});
	}

	/**
	 * Wait for a change. The caller checks again what it waits for.
	 */
	private boolean awaitNanos(long nanos) {
		try {
			return this.changed.awaitNanos(nanos) > 0;
		}
		catch (InterruptedException ex) {
			return true;
		}
	}

	private <T> T locked(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	private Candidacy change(UnaryOperator<Candidacy> change) {
		return locked(() -> {
			this.candidacy = change.apply(this.candidacy);
			this.changed.signalAll();
			return this.candidacy;
		});
	}

	/**
	 * Have a thread that waits check what it waits for.
	 */
	private void wake() {
		change(UnaryOperator.identity());
	}

	/**
	 * Return whether this node surely leads now, by the monotonic clock of this JVM and
	 * without asking the store. Is {@code true} before listeners are notified, and
	 * {@code false} before they are notified of the end. Work that follows may outlast
	 * the answer; see {@link #term()}.
	 * @return whether this node leads
	 */
	public boolean isLeader() {
		return current().isPresent();
	}

	/**
	 * Return the number of this node's term, to fence writes with.
	 * @return the number, empty if this node does not lead
	 */
	public OptionalLong term() {
		return current().map((term) -> OptionalLong.of(term.number())).orElseGet(OptionalLong::empty);
	}

	/**
	 * Return the term in which this node leads.
	 * @return the term, empty if this node does not lead
	 */
	public Optional<LeaderTerm> current() {
		LeaderTerm known = this.term;
		return (known != null && known.isHeld()) ? Optional.of(known) : Optional.empty();
	}

	/**
	 * Find out who leads the role. Asks the store unless this node leads.
	 * @return the leader, empty if there is none, or if the store cannot say
	 * @throws io.distlock.LockProviderException if the store did not answer
	 */
	public Optional<Leader> leader() {
		LeaderTerm known = current().orElse(null);
		if (known != null) {
			return Optional
				.of(new Leader(this.role, this.node, known.number(), known.ledFor(), known.remainingLease()));
		}
		try {
			return this.lookup.apply(this.role);
		}
		catch (LockStoreException ex) {
			throw new LockProviderException(KEY_PREFIX + this.role, this.role,
					"Could not read the leader of role '%s' from the store. Try again".formatted(this.role), ex);
		}
	}

	/**
	 * Return how often this node was given the role.
	 * @return the number of its terms, since the application started
	 */
	public long terms() {
		return this.terms.sum();
	}

	/**
	 * Return how often asking for the role has failed in a row, apart from transient
	 * failures of the store, which are retried immediately. They are over when a request
	 * has waited for the leader longer than {@link LeaderSettings#maxBackOff()}.
	 * @return the number, zero if all is well
	 */
	public int failures() {
		return isLeader() ? 0 : this.candidacy.failures(System.nanoTime(), this.settings);
	}

	/**
	 * Return whether this node stands for the role, be it that it leads or not.
	 * @return {@code false} before {@link #start()} and after {@link #close()}
	 */
	public boolean isStanding() {
		return this.candidacy.wanted();
	}

	/**
	 * Step down, if this node leads: listeners are notified, the role is released, and
	 * this node does not ask for it during {@link LeaderSettings#stepDownPause()}. Then
	 * it stands again. Does not wait for any of this, but {@link #isLeader()} is
	 * {@code false} when this method returns.
	 * @return whether this node led
	 */
	public boolean stepDown() {
		return end(this.term, RevocationReason.STEPPED_DOWN);
	}

	/**
	 * Add a listener. If this node leads already, the listener is notified.
	 * @param listener the listener
	 */
	public void addListener(LeaderListener listener) {
		this.events.add(listener);
	}

	/**
	 * Remove a listener. If it was notified that this node leads, it is first notified of
	 * the end, with {@link RevocationReason#CLOSED}.
	 * @param listener the listener
	 */
	public void removeListener(LeaderListener listener) {
		this.events.remove(listener);
	}

	/**
	 * Stand for the role no more. If this node leads, listeners are notified first, and
	 * then the role is released, so that the next node leads immediately. Waits for that,
	 * unless a listener calls this method. Safe to repeat.
	 */
	@Override
	public void close() {
		withdraw();
		if (!this.events.isTelling()) {
			awaitEnd();
		}
	}

	/**
	 * Stand for the role no more, without waiting for the end of it. The term ends at
	 * once.
	 */
	void withdraw() {
		locked(() -> {
			LeaderTerm known = this.term;
			if (known != null) {
				known.end(RevocationReason.CLOSED);
			}
			if (this.asking != null) {
				this.asking.interrupt();
			}
			return change(Candidacy::withdrawn);
		});
	}

	/**
	 * Wait for the end of a candidacy that was withdrawn: after its lease the role is
	 * free in any case.
	 */
	private void awaitEnd() {
		long left = this.settings.listenerTimeout().plus(this.settings.leaseTime()).toNanos();
		this.lock.lock();
		try {
			while (this.candidacy.phase() != Phase.ENDED && !this.candidacy.wanted() && left > 0) {
				left = this.changed.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public String toString() {
		return "LeaderElection[role=%s, leader=%s]".formatted(this.role, isLeader());
	}

}
