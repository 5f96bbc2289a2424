// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import org.springframework.stereotype.Component;

/**
 * The key of the innermost lock in the logging context.
 */
// tag::observer[]
@Component
public class LockMdc implements LockObserver {

	@Override
	public Acquisition acquiring(LockRequest request, String provider) {
		return new Acquisition() {

			@Override
			public Holding acquired(HeldLock lock) {
				return new LoggedHolding(lock.key());
			}

			@Override
			public void notAcquired(Reason reason, @Nullable Throwable failure) {
			}

		};
	}

	private record LoggedHolding(String key) implements Holding {

		@Override
		public Scope enter() {
			String outer = MDC.get("lockKey");
			MDC.put("lockKey", LockKey.shown(this.key)); // without control characters
			return () -> restore(outer);
		}

		private static void restore(@Nullable String outer) {
			if (outer != null) {
				MDC.put("lockKey", outer);
			}
			else {
				MDC.remove("lockKey");
			}
		}

		@Override
		public void released() {
		}

		@Override
		public void lost(LockLostException loss) {
		}

	}

}
// end::observer[]
