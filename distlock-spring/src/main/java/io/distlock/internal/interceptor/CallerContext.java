// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

import org.springframework.util.ClassUtils;

/**
 * Context of the caller of an asynchronous method, such as its current observation,
 * propagated to the threads that continue the call. Needs Micrometer's context
 * propagation; where that is not on the class path, nothing is propagated.
 */
final class CallerContext {

	private static final boolean PROPAGATION = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			CallerContext.class.getClassLoader());

	private CallerContext() {
	}

	/**
	 * Return what makes tasks run in the context of the calling thread.
	 */
	static UnaryOperator<Runnable> capture() {
		return PROPAGATION ? Propagation.capture() : UnaryOperator.identity();
	}

	/**
	 * Call with the observation of a reactive chain as the current one of this thread.
	 */
	static <T> T observationOf(Object context, Supplier<T> call) {
		return PROPAGATION ? Propagation.observationOf(context, call) : call.get();
	}

	/**
	 * Code that needs the library, in a class of its own because it is optional.
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
