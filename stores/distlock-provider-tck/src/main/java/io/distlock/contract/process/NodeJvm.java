// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A JVM that runs {@link NodeProcess}. It ends with this one.
 */
final class NodeJvm {

	private static final Duration LONGER_THAN_A_LEASE = Work.LEASE.plusSeconds(1);

	private final int number;

	private final NodeConnection connection;

	private final Process process;

	private final NoteBook notes;

	private final Path file;

	private volatile boolean ready;

	NodeJvm(int number, Class<?> program, NodeConnection connection, Work work) {
		this.number = number;
		this.connection = connection;
		try {
			this.file = Files.createTempFile("distlock-notes", null);
			this.notes = new NoteBook(this.file);
			this.process = start(program, connection, work);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread reader = new Thread(this::read);
		reader.setDaemon(true);
		reader.start();
	}

	private Process start(Class<?> program, NodeConnection connection, Work work) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), program.getName()));
		command.addAll(connection.arguments());
		command.addAll(work.arguments(this.file.toString()));
		return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				this.ready |= line.equals(NodeProcess.READY);
			}
		}
		catch (IOException ex) {
			this.ready = false;
		}
	}

	boolean isReady() {
		return this.ready;
	}

	int number() {
		return this.number;
	}

	int noted() {
		return this.notes.size();
	}

	List<Noted> notes() {
		return this.notes.read(this.number);
	}

	List<Noted> notes(Kind kind) {
		return notes().stream().filter((note) -> note.kind() == kind).toList();
	}

	void cut() {
		this.connection.cut().run();
	}

	void reconnect() {
		this.connection.reconnect().run();
	}

	/**
	 * Let the process stand still for longer than its leases.
	 */
	void standStill() {
		stop();
		Patience.pause(LONGER_THAN_A_LEASE);
		goOn();
	}

	void stop() {
		signal("-STOP");
	}

	void goOn() {
		signal("-CONT");
	}

	private void signal(String signal) {
		try {
			assertThat(new ProcessBuilder("kill", signal, String.valueOf(this.process.pid())).start().waitFor())
				.as("kill %s", signal)
				.isZero();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Kill the process, and wait for its end.
	 */
	void kill() {
		this.process.toHandle().destroyForcibly();
		awaitEnd();
	}

	/**
	 * Ask the process to end, as a platform does.
	 */
	void terminate() {
		this.process.toHandle().destroy();
	}

	/**
	 * Let the process end by itself.
	 */
	void end() {
		try {
			this.process.getOutputStream().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		awaitEnd();
	}

	void awaitEnd() {
		try {
			assertThat(this.process.waitFor(90, TimeUnit.SECONDS)).as("end of process %d", this.number).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Leave nothing behind.
	 */
	void discard() {
		kill();
		this.connection.close().run();
		try {
			Files.delete(this.file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
