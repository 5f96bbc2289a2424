// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;

import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * What the page shows of the emails, and its buttons. They send JSON, which no page of
 * another origin can make a browser do.
 */
@RestController
@RequestMapping("/email")
class EmailController {

	private final EmailWatch watch;

	private final EmailJobs jobs;

	private final Mails mails;

	private final NodeKiller killer;

	private final MailRefusal refusal;

	EmailController(EmailWatch watch, EmailJobs jobs, Mails mails, NodeKiller killer, MailRefusal refusal) {
		this.watch = watch;
		this.jobs = jobs;
		this.mails = mails;
		this.killer = killer;
		this.refusal = refusal;
	}

	@GetMapping
	EmailState state(@RequestParam(required = false) @Nullable Instant fireTime,
			@RequestParam(defaultValue = "20") int runs) {
		return this.watch.state(fireTime, runs);
	}

	@GetMapping("/mails/{id}")
	Mails.Mail mail(@PathVariable long id) {
		return this.mails.find(id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no email %d".formatted(id)));
	}

	@PostMapping(path = "/kill", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	NodeKiller.Victim kill() {
		return this.killer.kill(this.jobs.running().map(JobRun::node).orElseThrow(EmailController::notSending));
	}

	@PostMapping(path = "/away", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	NodeKiller.Outage away() {
		ClusterJob job = this.jobs.find().orElseThrow(() -> conflict("The email job does not run here"));
		Instant fireTime = job.nextFireTime();
		if (fireTime == null) {
			throw conflict("The email job has no next fire time");
		}
		return this.killer.killAll(job.now(), fireTime);
	}

	@PostMapping(path = "/refuse", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	MailRefusal.Refusal refuse() {
		return this.refusal.begin();
	}

	private static ResponseStatusException notSending() {
		return conflict("No node is sending emails");
	}

	private static ResponseStatusException conflict(String reason) {
		return new ResponseStatusException(HttpStatus.CONFLICT, reason);
	}

}
