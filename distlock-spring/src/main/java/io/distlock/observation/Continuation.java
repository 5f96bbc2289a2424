// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.concurrent.Executor;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Runs continuations of an asynchronous request in the context of the thread that asked:
 * all of it, where Micrometer's context propagation is on the class path, and else the
 * current observation.
 */
final class Continuation {

	private static final boolean PROPAGATION = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			Continuation.class.getClassLoader());

	private Continuation() {
	}

	/**
	 * Capture the context of the calling thread.
	 * @param current its current observation
	 */
	static Executor of(@Nullable Observation current) {
		if (PROPAGATION) {
			return Propagation.capture();
		}
		return (current != null) ? current::scoped : Runnable::run;
	}

	/**
	 * Code that needs the library, in a class of its own because it is optional.
	 */
	private static final class Propagation {

		private Propagation() {
		}

		static Executor capture() {
			ContextSnapshot snapshot = ContextSnapshotFactory.builder().build().captureAll();
			return (task) -> snapshot.wrap(task).run();
		}

	}

}
