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
 * What the page shows of the emails, and its buttons. The buttons send JSON, which no
 * page of another origin can make a browser do.
 */
@RestController
@RequestMapping("/email")
class EmailController {

	private final EmailWatch watch;

	private final EmailJobs jobs;

	private final Mails mails;

	private final NodeKiller killer;

	EmailController(EmailWatch watch, EmailJobs jobs, Mails mails, NodeKiller killer) {
		this.watch = watch;
		this.jobs = jobs;
		this.mails = mails;
		this.killer = killer;
	}

	@GetMapping
	EmailState state(@RequestParam(required = false) @Nullable Instant fireTime) {
		return this.watch.state(fireTime);
	}

	@GetMapping("/mails/{id}")
	Mails.Mail mail(@PathVariable long id) {
		return this.mails.find(id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no email %d".formatted(id)));
	}

	@PostMapping(path = "/run", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	void run() {
		JobRun running = job().running();
		if (running != null) {
			throw conflict("The emails are being sent already, on " + running.node());
		}
		this.jobs.startNow();
	}

	@PostMapping(path = "/kill", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	NodeKiller.Victim kill() {
		JobRun running = job().running();
		if (running == null) {
			throw conflict("No node is sending emails");
		}
		return this.killer.kill(running.node());
	}

	private ClusterJob job() {
		return this.jobs.find().orElseThrow(() -> conflict("There is no email job on this node"));
	}

	private static ResponseStatusException conflict(String reason) {
		return new ResponseStatusException(HttpStatus.CONFLICT, reason);
	}

}
