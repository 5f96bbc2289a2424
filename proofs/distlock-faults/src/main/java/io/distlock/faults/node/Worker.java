// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.faults.register.RegisterClient;
import org.jspecify.annotations.Nullable;

/**
 * Locks, writes and releases, again and again, and writes down what it sees.
 */
final class Worker implements Runnable {

	private static final long BACK_OFF = TimeUnit.MILLISECONDS.toNanos(20);

	private final LockTemplate template;

	private final NodeSettings settings;

	private final Ambush ambush;

	private final Grasp grasp;

	private final @Nullable LedgerCycle ledger;

	private final EventLog log;

	private final List<String> keys;

	private final Random random;

	private final RegisterClient register;

	private volatile boolean stopping;

	Worker(LockTemplate template, NodeSettings settings, Ambush ambush, Grasp grasp, @Nullable Ledger ledger,
			EventLog log, List<String> keys, Random random) throws IOException {
		this.template = template;
		this.settings = settings;
		this.ambush = ambush;
		this.grasp = grasp;
		this.ledger = (ledger != null) ? new LedgerCycle(ledger, template, settings.ledger(), log) : null;
		this.log = log;
		this.keys = keys;
		this.random = random;
		this.register = new RegisterClient(settings.node(), settings.registerPort());
	}

	void stop() {
		this.stopping = true;
	}

	/**
	 * Lock once, with a lease that is renewed.
	 */
	void runOnce() {
		try (this.register) {
			cycle(Terms.exclusive(this.settings, Way.RENEWED));
		}
		catch (IOException | RuntimeException | Error ex) {
			NodeProcess.unexpected(ex);
		}
	}

	@Override
	public void run() {
		try (this.register) {
			while (!this.stopping) {
				cycle(Terms.choose(this.settings, this.random));
				// What was interrupted is over.
				Thread.interrupted();
			}
		}
		catch (IOException | RuntimeException | Error ex) {
			NodeProcess.unexpected(ex);
		}
	}

	private void cycle(Terms terms) throws IOException {
		String key = this.keys.get(this.random.nextInt(this.keys.size()));
		long op = this.log.nextOp();
		LockRequest request = terms.request(key);
		this.log.append(terms.noted(Events.acquire(key, op, this.settings.waitTime().toNanos())));
		if (this.ledger != null) {
			this.ledger.run(request, op, (lock) -> () -> tenure(lock, key, op).runUntilRelease(this.register));
			return;
		}
		try {
			Optional<HeldLock> lock = terms.way().acquire(this.template, request);
			if (lock.isPresent()) {
				tenure(lock.get(), key, op).run(this.register, this.template, request, terms);
			}
			else {
				this.log.append(Events.ended(EventType.BUSY, key, op));
			}
		}
		catch (InterruptedException ex) {
			this.log.append(Events.ended(EventType.INTERRUPTED, key, op));
		}
		catch (LockException ex) {
			this.log.append(Events.failed(key, op, ex));
			LockSupport.parkNanos(BACK_OFF);
		}
	}

	private Tenure tenure(HeldLock lock, String key, long op) {
		return new Tenure(lock, key, op, this.log, this.random, this.settings, this.ambush, this.grasp);
	}

}
