// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.function.Supplier;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

import org.springframework.util.ClassUtils;

/**
 * Context of the caller of an asynchronous method, such as its current observation,
 * propagated to the threads that continue the call. Needs Micrometer's context
 * propagation; where that is not on the class path, nothing is propagated.
 */
interface CallerContext {

	/**
	 * The key of the current observation in a Reactor context, and of its thread local.
	 */
	String OBSERVATION = "micrometer.observation";

	/**
	 * Return a task that runs in this context.
	 * @param task what runs on another thread
	 */
	Runnable wrap(Runnable task);

	/**
	 * Capture the context of the calling thread.
	 */
	static CallerContext capture() {
		return isPropagated() ? Propagation.capture() : (task) -> task;
	}

	/**
	 * Call with the observation of a reactive chain as the current one of this thread.
	 * @param context the Reactor context
	 * @param call what is called
	 */
	static <T> T observationOf(Object context, Supplier<T> call) {
		return isPropagated() ? Propagation.observationOf(context, call) : call.get();
	}

	private static boolean isPropagated() {
		return ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
				CallerContext.class.getClassLoader());
	}

	/**
	 * Code that needs the library, in a class of its own because it is optional.
	 */
	final class Propagation {

		private Propagation() {
		}

		static CallerContext capture() {
			return ContextSnapshotFactory.builder().build().captureAll()::wrap;
		}

		static <T> T observationOf(Object context, Supplier<T> call) {
			try (ContextSnapshot.Scope scope = ContextSnapshotFactory.builder()
				.build()
				.setThreadLocalsFrom(context, OBSERVATION)) {
				return call.get();
			}
		}

	}

}
