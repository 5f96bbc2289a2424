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

package io.distlock.scheduling.run;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.ObservedLock;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls the method of a job in the context of a run.
 */
final class JobMethod {

	private final String jobName;

	private final JobLock lock;

	JobMethod(String jobName, JobLock lock) {
		this.jobName = jobName;
		this.lock = lock;
	}

	/**
	 * Call the method.
	 * @return what it threw, or {@code null}
	 */
	@Nullable Throwable call(JobRun run, HeldLock held, Runnable body) {
		try (LockObserver.Scope scope = ObservedLock.enter(held)) {
			new ClusterJobContext(this.jobName, run, held).call(body);
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	/**
	 * Return what a run ends in that has lost its lock.
	 */
	@Nullable Throwable lost(@Nullable Throwable failure, HeldLock held) {
		Throwable loss = this.lock.loss(held);
		if (failure == null) {
			return loss;
		}
		if (loss != null && loss != failure) {
			failure.addSuppressed(loss);
		}
		return failure;
	}

}
