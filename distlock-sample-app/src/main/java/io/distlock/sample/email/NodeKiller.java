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

package io.distlock.sample.email;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.sample.Nodes;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/**
 * Kills a node of the shop, so that somebody can watch the others take over.
 */
@Component
class NodeKiller {

	private static final long TIME_TO_ANSWER_MILLIS = 100;

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
		CompletableFuture.delayedExecutor(TIME_TO_ANSWER_MILLIS, TimeUnit.MILLISECONDS).execute(() -> kill(pid));
		return new Victim(node, pid);
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

}
