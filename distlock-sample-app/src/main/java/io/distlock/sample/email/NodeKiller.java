// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.sample.Nodes;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/**
 * Kills nodes of the shop, so that people can watch what becomes of the emails.
 */
@Component
class NodeKiller {

	private static final Duration TIME_TO_ANSWER = Duration.ofMillis(100);

	/**
	 * So long before a fire time all nodes are killed.
	 */
	private static final Duration HEAD_START = Duration.ofSeconds(1);

	private final Nodes nodes;

	NodeKiller(Nodes nodes) {
		this.nodes = nodes;
	}

	/**
	 * Kill a node as {@code kill -9} does: it does not notice, and cleans up nothing. It
	 * may be this one, so the caller gets an answer first.
	 */
	Victim kill(String node) {
		long pid = this.nodes.pid(node)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.CONFLICT, node + " does not answer any more"));
		later(TIME_TO_ANSWER, () -> kill(pid));
		return new Victim(node, pid);
	}

	/**
	 * Kill all nodes shortly before a fire time, this one last, so that none is there to
	 * run the job.
	 */
	Outage killAll(Instant now, Instant fireTime) {
		if (!this.nodes.allAnswer()) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"A node does not answer, and may be back too soon; try again when all of them are there");
		}
		Duration left = Duration.between(now, fireTime).minus(HEAD_START);
		if (left.compareTo(TIME_TO_ANSWER) < 0) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"%s is due in a moment; try again for the fire time after it".formatted(fireTime));
		}
		later(left, this::killAll);
		return new Outage(fireTime);
	}

	private void killAll() {
		long own = ProcessHandle.current().pid();
		this.nodes.pids().filter((pid) -> pid != own).forEach(NodeKiller::kill);
		kill(own);
	}

	private static void later(Duration delay, Runnable action) {
		CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS).execute(action);
	}

	private static void kill(long pid) {
		if (pid == ProcessHandle.current().pid()) {
			killThisProcess(pid);
		}
		else {
			ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
		}
	}

	private static void killThisProcess(long pid) {
		try {
			new ProcessBuilder("kill", "-9", String.valueOf(pid)).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("This system has no 'kill'", ex);
		}
	}

	/**
	 * The node that was killed.
	 *
	 * @param node its name
	 * @param pid its process
	 */
	record Victim(String node, long pid) {

	}

	/**
	 * The fire time at which there will be no node.
	 *
	 * @param fireTime the fire time
	 */
	record Outage(Instant fireTime) {

	}

}
