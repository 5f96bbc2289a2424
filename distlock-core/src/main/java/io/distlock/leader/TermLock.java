/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.leader;

import java.time.Duration;

import io.distlock.DelegatingHeldLock;
import io.distlock.HeldLock;
import io.distlock.LockLostException;

/**
 * A term as a lock that the election alone releases.
 */
final class TermLock extends DelegatingHeldLock {

	private final LeaderTerm term;

	TermLock(LeaderTerm term, HeldLock hold) {
		super(hold);
		this.term = term;
	}

	@Override
	public boolean isHeld() {
		return this.term.isHeld();
	}

	@Override
	public void assertHeld() {
		if (!isHeld()) {
			throw new LockLostException(key(), fencingToken(),
					"This node does not lead role '%s' any more (term %d, %s). Let another node do the work, and fence writes by the term"
						.formatted(this.term.role(), fencingToken(), reason()));
		}
	}

	private String reason() {
		RevocationReason reason = this.term.endedBy();
		return (reason != null) ? reason.name() : RevocationReason.LOST.name();
	}

	@Override
	public Duration remainingLease() {
		return this.term.remainingLease();
	}

	@Override
	public boolean release() {
		return isHeld();
	}

	@Override
	public void close() {
		// The election releases it.
	}

}
