package io.distlock.scheduling;

import java.util.Collection;
import java.util.function.Consumer;

import io.distlock.scheduling.ledger.JobRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the application of the ended runs of one job. What a listener throws ends here:
 * the record is written, and the job goes on.
 */
final class JobEvents {

	private static final Logger logger = LoggerFactory.getLogger(JobEvents.class);

	private final String jobName;

	private final Consumer<ClusterJobRunEvent> listener;

	JobEvents(String jobName, Consumer<ClusterJobRunEvent> listener) {
		this.jobName = jobName;
		this.listener = listener;
	}

	/**
	 * Tell of those records that are of ended runs.
	 * @param records what was written
	 */
	void written(Collection<JobRun> records) {
		records.stream().filter((run) -> run.endedAt() != null).forEach(this::ended);
	}

	void ended(JobRun run) {
		try {
			this.listener.accept(new ClusterJobRunEvent(this.jobName, run));
		}
		catch (RuntimeException | Error ex) {
			logger.warn("A listener for runs of job '{}' failed; the job goes on", this.jobName, ex);
		}
	}

}
