package io.distlock.sample.email;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.distlock.LockException;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import jakarta.annotation.PreDestroy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * The email job, which is not there if distlock or sending is switched off.
 */
@Component
class EmailJobs {

	private static final Logger logger = LoggerFactory.getLogger(EmailJobs.class);

	private final ExecutorService background = Executors.newCachedThreadPool();

	private final ObjectProvider<ClusterJobs> jobs;

	EmailJobs(ObjectProvider<ClusterJobs> jobs) {
		this.jobs = jobs;
	}

	Optional<ClusterJob> find() {
		return this.jobs.stream()
			.flatMap((jobs) -> jobs.jobs().stream())
			.filter((job) -> job.name().equals(CustomerEmailJob.NAME))
			.findFirst();
	}

	List<JobRun> history() {
		return find().isPresent() ? this.jobs.getObject().history(CustomerEmailJob.NAME) : List.of();
	}

	/**
	 * Run the job on this node, without waiting for its end.
	 */
	void startNow() {
		this.background.execute(this::runNow);
	}

	private void runNow() {
		try {
			this.jobs.getObject().runNow(CustomerEmailJob.NAME);
		}
		catch (LockException ex) {
			logger.warn("The emails were not sent on demand: {}", ex.getMessage());
		}
	}

	@PreDestroy
	void stop() {
		this.background.shutdownNow();
	}

}
