package io.distlock.scheduling;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.ObservedLock;
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
