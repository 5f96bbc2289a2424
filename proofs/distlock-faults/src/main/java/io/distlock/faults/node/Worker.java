// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.faults.node.method.LockedBody;
import io.distlock.faults.node.method.LockedMethods;
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

	private final CallCycle calls;

	private final EventLog log;

	private final List<String> keys;

	private final Random random;

	private final RegisterClient register;

	private volatile boolean stopping;

	Worker(LockTemplate template, Map<LockMode, LockedMethods> methods, NodeSettings settings, Ambush ambush,
			Grasp grasp, @Nullable Ledger ledger, EventLog log, List<String> keys, Random random) throws IOException {
		this.template = template;
		this.settings = settings;
		this.ambush = ambush;
		this.grasp = grasp;
		this.ledger = (ledger != null) ? new LedgerCycle(ledger, template, settings.ledger(), log) : null;
		this.calls = new CallCycle(template, methods, log);
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
		this.log.append(terms.begin(key, op));
		Function<HeldLock, LockedBody.TenureWork> tenures = (
				lock) -> () -> tenure(lock, key, op).runUntilRelease(this.register, terms);
		Call call = terms.call();
		if (this.ledger != null) {
			this.ledger.run(request, op, tenures);
		}
		else if (call != null) {
			this.calls.run(call, request, op, (lock) -> () -> {
				if (terms.isShared() && this.random.nextInt(3) == 0) {
					upgrade(call, key);
				}
				tenures.apply(lock).run();
			});
		}
		else {
			acquire(terms, request, key, op);
		}
	}

	/**
	 * Ask for what is shared to have it alone, which is refused.
	 */
	private void upgrade(Call outer, String key) throws IOException {
		Call inner = outer.nested(this.random);
		Terms alone = Terms.exclusive(this.settings, inner);
		long op = this.log.nextOp();
		this.log.append(alone.begin(key, op));
		this.calls.runNested(inner, alone.request(key), op,
				(lock) -> () -> tenure(lock, key, op).runUntilRelease(this.register, alone));
	}

	private void acquire(Terms terms, LockRequest request, String key, long op) throws IOException {
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
