// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

import org.springframework.util.ClassUtils;

/**
 * Context of an asynchronous method's caller, such as the current observation, propagated
 * to the threads that continue the call. Nothing is propagated unless Micrometer's
 * context propagation is on the class path.
 */
final class CallerContext {

	private static final boolean PROPAGATION = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			CallerContext.class.getClassLoader());

	private CallerContext() {
	}

	/**
	 * Return a decorator that runs tasks in the context of the calling thread.
	 */
	static UnaryOperator<Runnable> capture() {
		return PROPAGATION ? Propagation.capture() : UnaryOperator.identity();
	}

	/**
	 * Make a call with the observation of a reactive chain as the current observation of
	 * this thread.
	 */
	static <T> T observationOf(Object context, Supplier<T> call) {
		return PROPAGATION ? Propagation.observationOf(context, call) : call.get();
	}

	/**
	 * Code with a dependency on the optional context propagation library, loaded only if
	 * present.
	 */
	private static final class Propagation {

		private static final String OBSERVATION = "micrometer.observation";

		private static final ContextSnapshotFactory FACTORY = ContextSnapshotFactory.builder().build();

		static UnaryOperator<Runnable> capture() {
			return FACTORY.captureAll()::wrap;
		}

		static <T> T observationOf(Object context, Supplier<T> call) {
			try (ContextSnapshot.Scope scope = FACTORY.setThreadLocalsFrom(context, OBSERVATION)) {
				return call.get();
			}
		}

	}

}
