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

package io.distlock.observation;

import java.util.concurrent.Executor;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * What follows an asynchronous request runs in the context of the thread that asked: all
 * of it, where Micrometer's context propagation is on the class path, and else the
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
	 * What needs the library, in a class of its own because it is optional.
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
