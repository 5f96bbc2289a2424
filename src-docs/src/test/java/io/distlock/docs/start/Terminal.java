// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.start;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A command, and what it prints.
 */
final class Terminal implements AutoCloseable {

	private static final int MINUTES = 4;

	private final List<String> lines = new CopyOnWriteArrayList<>();

	private final Process process;

	private final Thread reader;

	private final Thread atExit = new Thread(this::kill);

	private Terminal(Process process) {
		this.process = process;
		this.reader = new Thread(this::read, "terminal");
		this.reader.start();
		Runtime.getRuntime().addShutdownHook(this.atExit);
	}

	static Terminal open(Path folder, String command) throws IOException {
		return new Terminal(new ProcessBuilder("sh", "-c", "exec " + command).directory(folder.toFile())
			.redirectErrorStream(true)
			.start());
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(Charset.defaultCharset())) {
			output.lines().forEach(this.lines::add);
		}
		catch (IOException | UncheckedIOException ex) {
			this.lines.add(ex.toString());
		}
	}

	List<String> lines() {
		return List.copyOf(this.lines);
	}

	int count(String start) {
		return (int) this.lines.stream().filter((line) -> line.startsWith(start)).count();
	}

	void await(String start) {
		await(start, 1);
	}

	/**
	 * Wait until as many lines begin like this.
	 */
	void await(String start, int times) {
		Awaitility.await()
			.atMost(MINUTES, TimeUnit.MINUTES)
			.until(() -> count(start) >= times || !this.process.isAlive());
		assertThat(count(start)).as(this::output).isGreaterThanOrEqualTo(times);
	}

	private String output() {
		return String.join("\n", this.lines);
	}

	/**
	 * Wait until the command ends, and return its status.
	 */
	int end() throws InterruptedException {
		assertThat(this.process.waitFor(MINUTES, TimeUnit.MINUTES)).as(this::output).isTrue();
		this.reader.join();
		return this.process.exitValue();
	}

	/**
	 * End it, as {@code kill -9} does.
	 */
	void kill() {
		this.process.destroyForcibly();
	}

	@Override
	public void close() throws InterruptedException {
		kill();
		this.reader.join();
		Runtime.getRuntime().removeShutdownHook(this.atExit);
	}

}
