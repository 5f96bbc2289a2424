// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Starts programs that end with this JVM, however it ends: a shell holds the read end of
 * a pipe whose write end is ours, and kills the program and its children when the pipe
 * closes.
 */
public final class Lifeline {

	// Children may overlook the end of the program. Linux lists them; elsewhere the
	// program is killed alone.
	private static final String SCRIPT = "exec 3<&0; \"$@\" </dev/null 3<&- & c=$!; "
			+ "(cat <&3 >/dev/null; kill -9 $c $(cat /proc/$c/task/$c/children 2>/dev/null) 2>/dev/null) & w=$!; "
			+ "wait $c; r=$?; kill $w 2>/dev/null; exit $r";

	private Lifeline() {
	}

	static Process start(List<String> command, Path log, Map<String, String> environment) {
		List<String> shell = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh"));
		shell.addAll(command);
		ProcessBuilder builder = new ProcessBuilder(shell);
		builder.environment().putAll(environment);
		builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
		try {
			return builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Run a program to its end.
	 * @param command the program, and its arguments
	 * @param log the file that has what it says
	 * @param environment what it finds in its environment besides ours
	 */
	public static void run(List<String> command, Path log, Map<String, String> environment) {
		int exit = exitCode(start(command, log, environment), command);
		if (exit != 0) {
			throw new IllegalStateException("%s ended with %d: %s".formatted(command.get(0), exit, read(log)));
		}
	}

	/**
	 * Kill the program by closing its lifeline, and wait for its end.
	 * @param process what {@link #start} returned
	 */
	static void kill(Process process) {
		List<ProcessHandle> family = process.descendants().toList();
		try {
			process.getOutputStream().close();
			if (!process.waitFor(10, TimeUnit.SECONDS)) {
				throw new IllegalStateException("A test server did not end when it was killed");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		family.forEach(ProcessHandle::destroyForcibly);
		awaitEnd(family);
	}

	/**
	 * Send a signal to the program and all its children. The shell, and what waits for
	 * the end of the lifeline, go on.
	 * @param process what {@link #start} returned
	 * @param signal the signal, as the command {@code kill} takes it
	 */
	static void signal(Process process, String signal) {
		List<String> command = new ArrayList<>(List.of("kill", signal));
		process.children()
			.filter((child) -> !isShell(child))
			.flatMap((program) -> Stream.concat(Stream.of(program), program.descendants()))
			.forEach((program) -> command.add(String.valueOf(program.pid())));
		if (command.size() == 2) {
			throw new IllegalStateException("The server does not run, so it gets no " + signal);
		}
		try {
			new ProcessBuilder(command).start().waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static boolean isShell(ProcessHandle process) {
		return process.info().command().map((command) -> command.endsWith("sh")).orElse(false);
	}

	/**
	 * A server that is started again must not meet what is left of itself.
	 */
	private static void awaitEnd(List<ProcessHandle> family) {
		CompletableFuture<?>[] ends = family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(ends).orTimeout(60, TimeUnit.SECONDS).join();
	}

	/**
	 * Return what a program has said.
	 * @param log the file that has it
	 * @return the lines
	 */
	public static String read(Path log) {
		try {
			return Files.readString(log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static int exitCode(Process process, List<String> command) {
		try {
			if (!process.waitFor(120, TimeUnit.SECONDS)) {
				kill(process);
				throw new IllegalStateException(command.get(0) + " did not end within two minutes");
			}
			return process.exitValue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while " + command.get(0) + " ran", ex);
		}
	}

}
