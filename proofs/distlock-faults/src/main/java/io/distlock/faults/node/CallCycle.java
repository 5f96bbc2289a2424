// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.faults.node.method.LockedBody;
import io.distlock.faults.node.method.LockedMethods;

/**
 * One call that holds a lock until it ends, and what is written down of it.
 */
final class CallCycle {

	private static final long BACK_OFF = TimeUnit.MILLISECONDS.toNanos(20);

	private final LockTemplate template;

	private final Map<LockMode, LockedMethods> methods;

	private final EventLog log;

	CallCycle(LockTemplate template, Map<LockMode, LockedMethods> methods, EventLog log) {
		this.template = template;
		this.methods = methods;
		this.log = log;
	}

	/**
	 * Call.
	 * @param call how
	 * @param request what to lock
	 * @param op the number of the attempt
	 * @param tenures makes a tenure of a lock
	 */
	void run(Call call, LockRequest request, long op, Function<HeldLock, LockedBody.TenureWork> tenures)
			throws IOException {
		String key = request.keys().get(0);
		LockedBody body = new LockedBody(tenures);
		try {
			call.run(this.template, this.methods, request, body);
			this.log.append(Events.released(key, op, body.token(), body.isHeld()));
		}
		catch (LockNotAcquiredException ex) {
			this.log.append(Events.ended(EventType.BUSY, key, op));
		}
		catch (LockException ex) {
			failed(key, op, body, ex);
		}
	}

	private void failed(String key, long op, LockedBody body, LockException failure) throws IOException {
		if (!body.isGranted()) {
			this.log.append(Events.failed(key, op, failure));
		}
		else if (failure instanceof LockLostException) {
			this.log.append(Events.released(key, op, body.token(), false));
		}
		else {
			this.log.append(Events.releaseFailed(key, op, body.token(), failure));
		}
		LockSupport.parkNanos(BACK_OFF);
	}

	/**
	 * Call from within a call that shares what this one wants alone. That it is refused
	 * counts as busy.
	 * @param call how
	 * @param request what to lock
	 * @param op the number of the attempt
	 * @param tenures makes a tenure of a lock, if it is not refused
	 */
	void runNested(Call call, LockRequest request, long op, Function<HeldLock, LockedBody.TenureWork> tenures)
			throws IOException {
		try {
			run(call, request, op, tenures);
		}
		catch (IllegalStateException ex) {
			this.log.append(Events.ended(EventType.BUSY, request.keys().get(0), op));
		}
	}

}
