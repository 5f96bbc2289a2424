// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A server in a process of its own, which ends with this one, however that ends.
 *
 * @param process the shell that the server hangs on
 */
record ServerProcess(Process process) implements AutoCloseable {

	private static final String LIFELINE = "exec 3<&0; \"$@\" </dev/null 3<&- & c=$!; "
			+ "(cat <&3 >/dev/null; kill -9 $c 2>/dev/null) & w=$!; wait $c; kill $w 2>/dev/null";

	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	/**
	 * Start a server, and wait until it answers.
	 * @param name what to call it
	 * @param command the program and its arguments
	 * @param answers whether the server answers by now
	 * @throws IOException if it ends, or does not answer
	 */
	static ServerProcess start(String name, List<String> command, BooleanSupplier answers) throws IOException {
		List<String> all = new ArrayList<>(List.of("sh", "-c", LIFELINE, "sh"));
		all.addAll(command);
		Process process = new ProcessBuilder(all).redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectErrorStream(true)
			.start();
		ServerProcess server = new ServerProcess(process);
		server.awaitReady(name, answers);
		return server;
	}

	private void awaitReady(String name, BooleanSupplier answers) throws IOException {
		long end = System.nanoTime() + START_TIMEOUT.toNanos();
		while (!answers.getAsBoolean()) {
			if (!this.process.isAlive() || System.nanoTime() - end > 0) {
				close();
				throw new IOException(name + " did not start");
			}
			pause();
		}
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(20);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() throws IOException {
		this.process.getOutputStream().close();
		this.process.onExit().orTimeout(10, TimeUnit.SECONDS).handle((process, failure) -> process).join();
	}

}
