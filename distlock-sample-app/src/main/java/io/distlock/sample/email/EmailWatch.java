// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;
import java.util.List;

import io.distlock.sample.email.EmailState.JobView;
import io.distlock.sample.email.EmailState.RunView;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/**
 * Looks at the email job without taking part in it.
 */
@Service
class EmailWatch {

	private final EmailJobs jobs;

	private final Deliveries deliveries;

	private final Customers customers;

	private final Mails mails;

	private final EmailProperties properties;

	private final String node;

	EmailWatch(EmailJobs jobs, Deliveries deliveries, Customers customers, Mails mails, EmailProperties properties,
			@Value("${distlock.node-name}") String node) {
		this.jobs = jobs;
		this.deliveries = deliveries;
		this.customers = customers;
		this.mails = mails;
		this.properties = properties;
		this.node = node;
	}

	EmailState state(@Nullable Instant wantedFireTime, int mostRuns) {
		JobView job = this.jobs.find().map(this::view).orElse(null);
		List<JobRun> runs = (job != null) ? this.jobs.history(mostRuns) : List.of();
		Instant latest = runs.isEmpty() ? null : runs.get(0).fireTime();
		Instant shown = (wantedFireTime != null) ? wantedFireTime : latest;
		List<Mails.Received> received = (shown != null) ? this.mails.ofCampaign(CustomerEmailJob.NAME, shown)
				: List.of();
		return new EmailState(this.node, Instant.now(), job, this.properties.mailbox(), views(runs), shown, received);
	}

	private JobView view(ClusterJob job) {
		JobRetry retry = job.retry();
		return new JobView(job.name(), job.trigger(), job.paused(), job.nextFireTime(),
				(retry != null) ? retry.at() : null, job.statistics().missed(), job.statistics().skipped(),
				this.customers.count(), this.properties.leaseTime().toMillis());
	}

	private List<RunView> views(List<JobRun> runs) {
		if (runs.isEmpty()) {
			return List.of();
		}
		List<Deliveries.Sent> sent = this.deliveries.sentSince(runs.get(runs.size() - 1).fireTime());
		return runs.stream().map((run) -> view(run, sent)).toList();
	}

	private static RunView view(JobRun run, List<Deliveries.Sent> sent) {
		List<Deliveries.Sent> sameFireTime = sent.stream()
			.filter((part) -> part.fireTime().equals(run.fireTime()))
			.toList();
		int emails = sameFireTime.stream()
			.filter((part) -> part.attempt() == run.attempt())
			.mapToInt(Deliveries.Sent::emails)
			.sum();
		return new RunView(run.fireTime(), run.attempt(), run.node(), run.fencingToken(), run.startedAt(),
				run.endedAt(), run.outcome(), run.error(), emails,
				sameFireTime.stream().mapToInt(Deliveries.Sent::emails).sum());
	}

}
