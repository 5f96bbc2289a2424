// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.distlock.scheduling.ledger.JobRun;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A JVM that does what {@link JobProcess} says, and whose time of day and time zone may
 * differ from those of this one. It ends with this one.
 */
final class JobJvm implements AutoCloseable {

	private final Duration skew;

	private final String zone;

	private final Process process;

	private final Thread reader = new Thread(this::read);

	private final BlockingQueue<String> clocks = new LinkedBlockingQueue<>();

	private final BlockingQueue<String> deployed = new LinkedBlockingQueue<>();

	private final List<Ran> runs = new CopyOnWriteArrayList<>();

	private volatile String node = "";

	private volatile boolean ending;

	/**
	 * Start a process.
	 * @param skew how wrong its clock shall be
	 * @param zone its time zone
	 * @param environment what makes it so
	 * @param program a main class and its arguments
	 */
	JobJvm(Duration skew, String zone, Map<String, String> environment, List<String> program) {
		this.skew = skew;
		this.zone = zone;
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Duser.timezone=" + zone, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
				"-cp", System.getProperty("java.class.path")));
		command.addAll(program);
		ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
		builder.environment().putAll(environment);
		try {
			this.process = builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.reader.setDaemon(true);
		this.reader.start();
	}

	/**
	 * Start a process whose clock is right.
	 * @param program a main class and its arguments
	 */
	JobJvm(List<String> program) {
		this(Duration.ZERO, "UTC", Map.of(), program);
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				read(line);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read(String line) {
		String[] words = line.split(" ");
		switch (words[0]) {
			case JobProcess.CLOCK -> this.clocks.add(line);
			case JobCases.NODE -> this.deployed.add(words[1]);
			case JobProcess.RAN -> this.runs.add(new Ran(words[1], Instant.parse(words[2]), Long.parseLong(words[3])));
			default -> System.out.println(this + ": " + line);
		}
	}

	/**
	 * Ask the process for its clocks: the time of day is wrong by what was asked for, and
	 * the monotonic clock, which all processes of a machine share on Linux, is right.
	 * @return for how many milliseconds the process stood still at most since it was
	 * asked before
	 */
	int assertClocks() throws Exception {
		long timeBefore = System.currentTimeMillis();
		long nanosBefore = System.nanoTime();
		send(JobProcess.CLOCK);
		String answer = this.clocks.poll(60, TimeUnit.SECONDS);
		long nanosAfter = System.nanoTime();
		long timeAfter = System.currentTimeMillis();
		assertThat(answer).as("clocks of %s", this).isNotNull();
		String[] words = answer.split(" ");
		assertThat(Long.parseLong(words[1]) - this.skew.toMillis()).as("time of day of %s", this)
			.isBetween(timeBefore, timeAfter);
		assertThat(Long.parseLong(words[2]) - nanosBefore).as("monotonic clock of %s", this)
			.isBetween(0L, nanosAfter - nanosBefore);
		assertThat(words[3]).isEqualTo(this.zone);
		this.node = words[4];
		assertThat(Long.parseLong(words[5])).as("wait of %s on its monotonic clock", this)
			.isGreaterThanOrEqualTo(JobProcess.WAIT.toNanos());
		return Integer.parseInt(words[6]);
	}

	/**
	 * Run a node that defines a version of jobs, in place of the one that ran here
	 * before.
	 * @param version what {@link JobCases} understands
	 */
	void deploy(String version) throws Exception {
		send(version);
		String name = this.deployed.poll(60, TimeUnit.SECONDS);
		assertThat(name).as("node of %s for %s", this, version).isNotNull();
		this.node = name;
	}

	void send(String command) throws IOException {
		this.process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
		this.process.getOutputStream().flush();
	}

	/**
	 * Ask the process to end, as a platform does.
	 */
	void terminate() {
		this.ending = true;
		// What it still says is read, unlike with a method of the process.
		this.process.toHandle().destroy();
	}

	/**
	 * Return whether it can be sent anything.
	 */
	boolean isUsable() {
		return !this.ending && this.process.isAlive();
	}

	/**
	 * Return the name of the node, known once it was deployed or has reported its clocks.
	 */
	String node() {
		return this.node;
	}

	List<Ran> runs(String job) {
		return this.runs.stream().filter((run) -> run.job().equals(job)).toList();
	}

	/**
	 * Let the process end by itself.
	 */
	void stop() throws Exception {
		this.process.getOutputStream().close();
		assertThat(this.process.waitFor(60, TimeUnit.SECONDS)).as("end of %s", this).isTrue();
		assertThat(this.process.exitValue()).as("exit value of %s", this).isZero();
		this.reader.join();
	}

	@Override
	public void close() {
		this.ending = true;
		// What it has said is read, unlike with a method of the process.
		this.process.toHandle().destroyForcibly();
	}

	@Override
	public String toString() {
		return "process %+d s in %s".formatted(this.skew.toSeconds(), this.zone);
	}

	/**
	 * A run, as reported by the job.
	 */
	record Ran(String job, Instant fireTime, long token) {

		boolean is(JobRun run) {
			return this.token == run.fencingToken();
		}

	}

}
