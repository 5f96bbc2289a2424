// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.http;

import java.util.Objects;

import io.distlock.FencedCalls;
import io.distlock.HeldLock;
import io.distlock.LockCallback;
import io.distlock.LockEngine;
import io.distlock.LockRequest;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A template that names the lock and its fencing token in the logging context of the
 * thread, while the callback runs.
 *
 * @since 0.1.0
 */
public class MdcLockTemplate extends LockTemplate {

	/**
	 * What the key of the innermost lock is called in the logging context, where it is as
	 * {@link LockKey#shown(String)} shows it.
	 */
	public static final String LOCK_KEY = "lockKey";

	/**
	 * What its fencing token is called.
	 */
	public static final String FENCING_TOKEN = "fencingToken";

	/**
	 * Create a template.
	 * @param engine acquires the locks
	 * @param scope decides when locks are released
	 * @param fenced checks fencing tokens, {@code null} if there is nothing that does
	 */
	public MdcLockTemplate(LockEngine engine, LockScope scope, @Nullable FencedCalls fenced) {
		super(engine, scope, fenced);
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockCallback<T, E> action)
			throws E {
		return super.<T, E>execute(request, (lock) -> run(lock, action));
	}

	private static <T extends @Nullable Object, E extends Throwable> T run(HeldLock lock, LockCallback<T, E> action)
			throws E {
		String outerKey = swap(LOCK_KEY, LockKey.shown(lock.key()));
		String outerToken = swap(FENCING_TOKEN, Long.toString(lock.fencingToken()));
		try {
			return action.doInLock(lock);
		}
		finally {
			swap(LOCK_KEY, outerKey);
			swap(FENCING_TOKEN, outerToken);
		}
	}

	private static @Nullable String swap(String name, @Nullable String value) {
		String previous = MDC.get(name);
		if (value == null) {
			MDC.remove(name);
		}
		else if (!Objects.equals(previous, value)) {
			MDC.put(name, value);
		}
		return previous;
	}

}
