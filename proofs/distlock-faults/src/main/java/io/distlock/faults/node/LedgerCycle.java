// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.faults.node.method.LockedBody;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * One addition to the ledger, and what is written down of it. The ledger counts as a
 * register of its own, the order of which is that of its numbers: a number that was
 * committed twice is an update that was lost.
 */
final class LedgerCycle {

	private static final String RESOURCE = "ledger/";

	private static final long BACK_OFF = TimeUnit.MILLISECONDS.toNanos(20);

	private final Ledger ledger;

	private final LockTemplate template;

	private final LedgerUse use;

	private final EventLog log;

	LedgerCycle(Ledger ledger, LockTemplate template, LedgerUse use, EventLog log) {
		this.ledger = ledger;
		this.template = template;
		this.use = use;
		this.log = log;
	}

	/**
	 * Add to the ledger.
	 * @param request what to lock
	 * @param op the number of the attempt
	 * @param tenures makes a tenure of a lock
	 */
	void run(LockRequest request, long op, Function<HeldLock, LockedBody.TenureWork> tenures) throws IOException {
		String key = request.keys().get(0);
		LockedBody addition = new LockedBody(tenures);
		this.ledger.open(key);
		try {
			long number = (this.use == LedgerUse.FENCED) ? this.ledger.addFenced(key, addition)
					: this.ledger.addJoined(this.template, request, addition);
			this.log.append(Events.register(RESOURCE + key, op, addition.token(), number, Detail.WRITE, true, number));
			this.log.append(Events.released(key, op, addition.token(), addition.isHeld()));
		}
		catch (LockNotAcquiredException ex) {
			this.log.append(Events.ended(EventType.BUSY, key, op));
		}
		catch (LockException | DataAccessException | TransactionException ex) {
			failed(key, op, addition, ex);
		}
	}

	private void failed(String key, long op, LockedBody addition, RuntimeException failure) throws IOException {
		this.log.append(addition.isGranted() ? Events.releaseFailed(key, op, addition.token(), failure)
				: Events.failed(key, op, failure));
		LockSupport.parkNanos(BACK_OFF);
	}

}
