// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Victim;
import io.distlock.faults.node.NodeProcess;
import io.distlock.testserver.relay.FaultyRelay;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM, its relays, and its standard input and output. It ends with this JVM, also
 * where it is frozen.
 */
final class Node implements Victim, AutoCloseable {

	private static final long TERMINATION = 60;

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	private final Semaphore grants = new Semaphore(0);

	private final List<String> unexpected = new ArrayList<>();

	private final String name;

	private final List<FaultyRelay> relays;

	private final Path output;

	private final Process process;

	private final PrintWriter orders;

	private @Nullable Process freezer;

	private boolean inRound;

	Node(String name, List<FaultyRelay> relays, List<String> command, Map<String, String> environment, Path output) {
		this.name = name;
		this.relays = relays;
		this.output = output;
		ProcessBuilder builder = new ProcessBuilder(command)
			.redirectError(ProcessBuilder.Redirect.appendTo(output.toFile()));
		builder.environment().putAll(environment);
		try {
			this.process = builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.orders = new PrintWriter(this.process.getOutputStream(), true, StandardCharsets.UTF_8);
		Thread reader = new Thread(this::read, "output of " + name);
		reader.setDaemon(true);
		reader.start();
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public List<FaultyRelay> relays() {
		return this.relays;
	}

	@Override
	public void order(String order) {
		this.orders.println(order);
	}

	@Override
	public boolean awaitGrant(Duration time, Duration patience) throws InterruptedException {
		this.grants.drainPermits();
		order(NodeProcess.GRASP + " " + time);
		return this.grants.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
	}

	/**
	 * Tell the node to begin a round, and wait until it has.
	 */
	void start(Path folder, long seed, Setting setting, List<String> keys) {
		this.inRound = true;
		order("%s %s %d %s %d %s %s %d %s".formatted(NodeProcess.START, folder, seed, String.join(",", keys),
				setting.threads(), setting.lease(), setting.waitTime(), setting.longHolds(), setting.use()));
		await(NodeProcess.STARTED, Duration.ofSeconds(30));
	}

	/**
	 * Return whether the node takes part in the round.
	 */
	boolean isInRound() {
		return this.inRound && isAlive();
	}

	/**
	 * Wait until the node has said what it still does because of a fault.
	 * @return what that is, the empty string if nothing is
	 */
	String awaitSettled(Duration patience) {
		return await(NodeProcess.SETTLED, patience);
	}

	/**
	 * Wait until the node has ended the round.
	 * @return what it says of what is left
	 */
	String awaitQuiet(Duration patience) {
		String answer = await(NodeProcess.QUIET, patience);
		this.inRound = false;
		return answer;
	}

	/**
	 * Wait for an answer.
	 * @param word its first word
	 * @return the rest
	 */
	String await(String word, Duration patience) {
		try {
			String answer = this.answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
			if (answer == null || !answer.startsWith(word)) {
				throw new IllegalStateException("Node %s did not answer %s within %s, but %s; its output is in %s"
					.formatted(this.name, word, patience, answer, this.output));
			}
			return answer.substring(word.length()).strip();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return what happened in the node that never may, since this was asked before.
	 */
	synchronized List<String> takeUnexpected() {
		List<String> taken = List.copyOf(this.unexpected);
		this.unexpected.clear();
		return taken;
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	@Override
	public void kill() {
		this.process.destroyForcibly();
		try {
			this.process.waitFor(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Tell the process to end, and wait until it has.
	 */
	void terminate() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(TERMINATION, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Node %s did not end within %d s after SIGTERM; its output is in %s"
					.formatted(this.name, TERMINATION, this.output));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * The shell lets the process go on when it is told to, or when this JVM is gone.
	 */
	@Override
	public void freeze() {
		try {
			Process freezer = new ProcessBuilder("sh", "-c", "kill -STOP $1; echo; read line; kill -CONT $1", "sh",
					String.valueOf(this.process.pid()))
				.start();
			this.freezer = freezer;
			freezer.inputReader().readLine();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void thaw() {
		Process freezer = this.freezer;
		if (freezer == null) {
			return;
		}
		try {
			freezer.getOutputStream().close();
			freezer.waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.freezer = null;
	}

	/**
	 * Write the stacks of all threads to the output.
	 */
	void dump() throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-QUIT", String.valueOf(this.process.pid())).start().waitFor();
		TimeUnit.SECONDS.sleep(1);
	}

	@Override
	public void close() {
		thaw();
		order(NodeProcess.STOP);
		this.orders.close();
		try {
			this.process.waitFor(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		kill();
		this.relays.forEach(FaultyRelay::close);
	}

	private void read() {
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				read(line);
			}
		}
		catch (IOException ex) {
			// It was killed.
		}
	}

	private void read(String line) throws IOException {
		Files.writeString(this.output, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		if (line.startsWith(NodeProcess.UNEXPECTED)) {
			synchronized (this) {
				this.unexpected.add(this.name + ": " + line);
			}
		}
		else if (line.equals(NodeProcess.GRASPED)) {
			this.grants.release();
		}
		else if (line.matches("(READY|STARTED|SETTLED|QUIET)\\b.*")) {
			this.answers.add(line);
		}
	}

}
