// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TestNode;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderSettings;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;

/**
 * What a node in a JVM of its own does in {@link NodeProcessContract}: take locks, or
 * stand for a role, and note when it trusts what it has.
 *
 * @since 0.1.0
 */
public final class NodeProcess {

	static final String READY = "READY";

	private static final long SHORT_HOLD = TimeUnit.MICROSECONDS.toNanos(600);

	private static final long LONG_HOLD = TimeUnit.MILLISECONDS.toNanos(30);

	private static final long LOOK = TimeUnit.MICROSECONDS.toNanos(200);

	private final TestNode node;

	private final NoteBook notes;

	private final Work work;

	private final AtomicBoolean ending = new AtomicBoolean();

	private NodeProcess(TestNode node, Work work) throws Exception {
		this.node = node;
		this.notes = new NoteBook(Path.of(work.notes()));
		this.work = work;
	}

	/**
	 * Do what the arguments say until the end of the standard input.
	 * @param store the store
	 * @param arguments the arguments that follow those of the connection
	 * @throws Exception if anything goes wrong
	 */
	public static void run(StoreUnderTest store, List<String> arguments) throws Exception {
		try (TestNode node = new TestNode(store, TestNode.SETTINGS)) {
			NodeProcess process = new NodeProcess(node, Work.of(arguments));
			if (process.work.leads()) {
				process.stand();
			}
			else {
				process.hold();
			}
		}
	}

	private void hold() throws Exception {
		this.node.template.acquire("warm-up:" + this.work.notes()).release();
		CountDownLatch ended = new CountDownLatch(this.work.threads());
		for (int i = 0; i < this.work.threads(); i++) {
			start(() -> holdAgainAndAgain(ended));
		}
		awaitEnd();
		ended.await(60, TimeUnit.SECONDS);
	}

	private void holdAgainAndAgain(CountDownLatch ended) {
		LockRequest request = this.work.request();
		Random random = new Random();
		while (!this.ending.get()) {
			try {
				hold(request, random);
			}
			catch (LockException ex) {
				// The lock was lost, or busy for long: it is asked for again.
				LockSupport.parkNanos(LONG_HOLD);
			}
			if (this.work.pause() > 0) {
				LockSupport.parkNanos(this.work.pause());
			}
		}
		ended.countDown();
	}

	private void hold(LockRequest request, Random random) {
		long asked = System.nanoTime();
		HeldLock held = this.node.template.acquire(request);
		NoteBook.Entry entry = this.notes.begin(this.work.kind(), asked, held.fencingToken());
		long granted = System.nanoTime();
		long end = granted + duration(granted - asked, random);
		for (long now = System.nanoTime(); held.isHeld() && now - end < 0; now = System.nanoTime()) {
			entry.trusted(now);
			LockSupport.parkNanos(LOOK);
		}
		held.release();
	}

	/**
	 * Permits are held for about as long as they were waited for: so most of them are
	 * taken most of the time, on a fast store and on a slow one.
	 */
	private long duration(long waited, Random random) {
		if (random.nextInt(50) == 0) {
			return LONG_HOLD;
		}
		long longest = (this.work.kind() == Kind.PERMIT) ? Math.min(waited, 4 * LONG_HOLD) : 0;
		return random.nextLong(Math.max(SHORT_HOLD, longest));
	}

	private void stand() throws Exception {
		LeaderSettings settings = LeaderSettings.defaults()
			.withLeaseTime(this.work.lease())
			.withStepDownPause(Duration.ofMillis(500))
			.withMaxBackOff(Duration.ofMillis(500))
			.withListenerTimeout(Duration.ofSeconds(5));
		LeaderElection election = new LeaderElection(this.work.key(), this.node.engine, settings, "node",
				(unknown) -> Optional.empty());
		election.addListener(new Told(this.notes));
		Runtime.getRuntime().addShutdownHook(new Thread(election::close));
		start(() -> watch(election));
		election.start();
		awaitEnd();
		election.close();
	}

	/**
	 * A term of which this node is sure is trusted, until it asks again.
	 */
	private void watch(LeaderElection election) {
		NoteBook.Entry entry = null;
		long number = 0;
		while (true) {
			long now = System.nanoTime();
			long term = election.term().orElse(0);
			if (term != 0) {
				if (entry == null || term != number) {
					entry = this.notes.begin(Kind.EXCLUSIVE, now, term);
					number = term;
					now = System.nanoTime();
					if (election.term().orElse(0) != term) {
						continue;
					}
				}
				entry.trusted(now);
			}
			LockSupport.parkNanos(LOOK);
		}
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		thread.start();
	}

	private void awaitEnd() throws Exception {
		System.out.println(READY);
		while (System.in.read() >= 0) {
			// It is signalled by the end of the input.
		}
		this.ending.set(true);
	}

	/**
	 * Notifications of this node.
	 */
	private static final class Told implements LeaderListener {

		private final NoteBook notes;

		Told(NoteBook notes) {
			this.notes = notes;
		}

		@Override
		public void granted(LeaderTerm term) {
			this.notes.note(Kind.GRANTED, term.number());
		}

		@Override
		public void revoked(LeaderTerm term, RevocationReason reason) {
			this.notes.note(Kind.REVOKED, term.number());
		}

	}

}
