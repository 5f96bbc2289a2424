// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.leader.Candidacy.Phase;
import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Election by a lock: its holder leads. One thread asks for the role, watches the lease
 * and releases it; another one notifies listeners, so that no listener delays noticing
 * the end of a term.
 * <p>
 * See the page 'leader' of the reference.
 *
 * @since 0.1.0
 */
public final class LockLeaderElection implements LeaderElection {

	private static final Logger logger = LoggerFactory.getLogger(LockLeaderElection.class);

	/**
	 * Longer than any process lives.
	 */
	private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

	private static final long PAUSE_AFTER_ERROR = 100_000_000;

	private final String role;

	private final LockEngine engine;

	private final LeaderSettings settings;

	private final String node;

	private final LeaderLookup lookup;

	private final LockRequest request;

	private final CandidacyState state;

	private final LeaderEvents events;

	private final LongAdder terms = new LongAdder();

	/**
	 * Create an election. It does not stand before {@link #start()}.
	 * @param role the role, not blank, of at most {@value #MAX_ROLE_LENGTH} characters
	 * @param engine acquires the lock of the role
	 * @param settings how to stand and lead
	 * @param node the name of this node
	 * @param lookup finds out where another node leads
	 */
	public LockLeaderElection(String role, LockEngine engine, LeaderSettings settings, String node,
			LeaderLookup lookup) {
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
		this.state = new CandidacyState(settings);
		this.events = new LeaderEvents(role, (failed) -> this.state.end(failed, RevocationReason.LISTENER_FAILED));
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

	@Override
	public String role() {
		return this.role;
	}

	@Override
	public void start() {
		this.state.begin(() -> DaemonThreads.start("distlock-leader-" + this.role, this::run));
	}

	/**
	 * Stand for the role until it is not wanted any more, whatever happens.
	 */
	private void run() {
		while (true) {
			try {
				Phase phase = this.state.next();
				if (phase == Phase.ENDED) {
					return;
				}
				step(phase);
			}
			catch (Throwable ex) {
				logger.error("Unexpected error in the candidacy for role '{}'; will retry", this.role, ex);
				LockSupport.parkNanos(PAUSE_AFTER_ERROR);
			}
		}
	}

	private void step(Phase phase) {
		switch (phase) {
			case STANDING -> stand();
			case LEADING -> this.state.awaitEndOfLease();
			case REVOKING -> revoke();
			case RELEASING -> release();
			case RESTING -> rest();
			case ENDED -> {
			}
		}
	}

	private void stand() {
		HeldLock granted = null;
		try {
			granted = ask();
		}
		catch (InterruptedException ex) {
			this.state.apply(Candidacy::stopped);
			return;
		}
		catch (Throwable ex) {
			failed(ex);
			return;
		}
		if (granted != null) {
			begin(granted);
		}
		else {
			failed(this.engine.notAcquired(this.request));
		}
	}

	private @Nullable HeldLock ask() throws InterruptedException {
		if (!this.state.asks(true)) {
			throw new InterruptedException();
		}
		try {
			return this.engine.acquireInterruptibly(this.request).orElse(null);
		}
		finally {
			this.state.asks(false);
		}
	}

	private void failed(Throwable failure) {
		Candidacy next = this.state.apply((known) -> known.failed(System.nanoTime(), this.settings));
		if (next.phase() == Phase.RESTING) {
			logger.warn("Could not request role '{}' ({} time(s) in a row); will retry", this.role, next.failures(),
					failure);
		}
	}

	/**
	 * The term is known before listeners are notified.
	 */
	private void begin(HeldLock granted) {
		LeaderTerm begun = new LeaderTerm(this.role, granted);
		if (!this.state.accept(begun)) {
			return;
		}
		this.terms.increment();
		logger.info("This node leads role '{}', term {}", this.role, begun.number());
		granted.onLost((loss) -> this.state.wake());
		try {
			this.events.granted(begun);
		}
		catch (Throwable ex) {
			this.state.end(begun, RevocationReason.LISTENER_FAILED);
			throw ex;
		}
	}

	private void revoke() {
		RevocationReason reason = reason();
		LeaderTerm ended = this.state.term();
		if (ended != null) {
			log(ended, reason);
		}
		CompletableFuture<?> notified = this.events.revoked(reason);
		if (reason != RevocationReason.LOST) {
			awaitListeners(notified);
		}
		this.state.apply(Candidacy::notified);
	}

	private RevocationReason reason() {
		RevocationReason reason = this.state.candidacy().reason();
		return (reason != null) ? reason : RevocationReason.LOST;
	}

	private void log(LeaderTerm ended, RevocationReason reason) {
		if (reason == RevocationReason.LOST) {
			logger.warn(
					"This node lost role '{}', term {}, because its lease of {} expired without renewal or the store gave it to another owner; another node may lead. Fence writes with the term",
					this.role, ended.number(), this.settings.leaseTime());
		}
		else {
			logger.info("This node no longer leads role '{}', term {}: {}", this.role, ended.number(), reason);
		}
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
					this.role, this.settings.listenerTimeout());
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
	private void release() {
		LeaderTerm ended = this.state.takeTerm();
		try {
			if (ended != null) {
				ended.giveBack();
			}
		}
		catch (Throwable ex) {
			logger.warn("Could not release role '{}'; it becomes free when its lease of {} expires", this.role,
					this.settings.leaseTime(), ex);
		}
		finally {
			this.state.apply((known) -> known.released(System.nanoTime(), this.settings));
		}
	}

	private void rest() {
		CompletableFuture<?> idle = this.events.idle();
		idle.whenComplete((result, failure) -> this.state.wake());
		this.state.rest(idle);
	}

	@Override
	public Optional<LeaderTerm> current() {
		LeaderTerm known = this.state.term();
		return (known != null && known.isHeld()) ? Optional.of(known) : Optional.empty();
	}

	@Override
	public Optional<Leader> leader() {
		LeaderTerm known = current().orElse(null);
		if (known != null) {
			return Optional
				.of(new Leader(this.role, this.node, known.number(), known.ledFor(), known.remainingLease()));
		}
		try {
			return this.lookup.find(this.role);
		}
		catch (LockStoreException ex) {
			throw new LockProviderException(KEY_PREFIX + this.role,
					"Could not read the leader of role '%s' from the store. Try again".formatted(this.role), ex);
		}
	}

	@Override
	public long terms() {
		return this.terms.sum();
	}

	@Override
	public int failures() {
		return isLeader() ? 0 : this.state.candidacy().failures();
	}

	@Override
	public boolean isStanding() {
		return this.state.isWanted();
	}

	@Override
	public boolean stepDown() {
		return this.state.end(this.state.term(), RevocationReason.STEPPED_DOWN);
	}

	@Override
	public void addListener(LeaderListener listener) {
		this.events.add(listener);
	}

	@Override
	public void removeListener(LeaderListener listener) {
		this.events.remove(listener);
	}

	@Override
	public void close() {
		withdraw();
		if (!this.events.isTelling()) {
			this.state.awaitEnd();
		}
	}

	/**
	 * Stand for the role no more, without waiting for the end of it.
	 */
	void withdraw() {
		this.state.withdraw();
	}

	@Override
	public String toString() {
		return "LeaderElection[role=%s, leader=%s]".formatted(this.role, isLeader());
	}

}
