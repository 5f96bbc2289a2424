// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.result;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.annotation.DeferredResultException;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;

/**
 * Innermost advice for beans whose calls are verified after completion. Records whether a
 * call reached the method, or was answered by other advice such as a cache. An answered
 * call can no longer enter its method.
 *
 * @since 0.1.0
 */
public final class EntryNote implements MethodInterceptor {

	private static final EntryNote INSTANCE = new EntryNote();

	private static final String STATE = EntryNote.class.getName();

	private static final int OPEN = 0;

	private static final int ENTERED = 1;

	private static final int ANSWERED = 2;

	private EntryNote() {
	}

	/**
	 * Record from now on which calls of a proxy enter their method.
	 * @param proxy the proxy with all other advice
	 */
	public static void addTo(Advised proxy) {
		if (!proxy.isFrozen()) {
			proxy.addAdvice(INSTANCE);
		}
	}

	/**
	 * Proceed with a call and verify the call afterwards. The verification is skipped if
	 * other advice answered the call; the method can then no longer be entered.
	 * @param invocation the call
	 * @param verification verifies a call that has entered its method, or may have
	 * @return the result
	 * @throws Throwable if the call or the verification failed
	 */
	public static @Nullable Object proceed(MethodInvocation invocation, Runnable verification) throws Throwable {
		if (invocation instanceof ProxyMethodInvocation call && call.getProxy() instanceof Advised proxy
				&& Arrays.stream(proxy.getAdvisors()).anyMatch((advisor) -> advisor.getAdvice() == INSTANCE)) {
			call.setUserAttribute(STATE, new AtomicInteger(OPEN));
		}
		Object result = invocation.proceed();
		AtomicInteger state = state(invocation);
		if (state == null || !state.compareAndSet(OPEN, ANSWERED)) {
			verification.run();
		}
		return result;
	}

	private static @Nullable AtomicInteger state(MethodInvocation invocation) {
		return (invocation instanceof ProxyMethodInvocation call) ? (AtomicInteger) call.getUserAttribute(STATE) : null;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		AtomicInteger state = state(invocation);
		if (state != null && !state.compareAndSet(OPEN, ENTERED) && state.get() == ANSWERED) {
			String method = InvalidLockAnnotationException.describe(invocation.getMethod());
			throw new DeferredResultException(method, null,
					"%s was to be called, on another thread, after its call under the lock was over. Let the advice that does so be outside of the lock"
						.formatted(method));
		}
		return invocation.proceed();
	}

}
