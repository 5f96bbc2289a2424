// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.distlock.HeldLock;
import io.distlock.contract.LockContract;
import io.distlock.contract.TestNode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes in JVMs of their own, in another time zone, one of which is killed.
 *
 * @since 0.1.0
 */
@Tag("timing")
@Tag("proof")
public abstract class ProcessContract extends LockContract {

	private final List<Process> processes = new ArrayList<>();

	@BeforeEach
	void skipStoreOfOneJvm() {
		Assumptions.assumeFalse(store().connection().isEmpty(), "The store lives in one JVM");
	}

	@AfterEach
	void killProcesses() {
		this.processes.forEach(Process::destroyForcibly);
	}

	@Test
	void waiterGetsTheLockOfAKilledProcessWithinItsLease() throws Exception {
		TestNode node = node();
		for (int attempt = 1; attempt <= 3; attempt++) {
			if (takesOver(node, key("killed-" + attempt))) {
				return;
			}
		}
		throw new AssertionError("Processes stand still too often on this machine");
	}

	/**
	 * Wait for the lock of another process, for longer than its lease, and then kill it.
	 * @return false if the other process stood still for so long that it lost the lock
	 * before, and knows it
	 */
	private boolean takesOver(TestNode node, String key) throws Exception {
		Process holder = startHolder(key);
		BufferedReader output = holder.inputReader();
		long token = tokenOf(output);
		Future<HeldLock> waiting = inThread(() -> node.template.acquire(request(key)));
		pauseUnless(waiting::isDone, HolderProcess.LEASE.multipliedBy(2));
		if (waiting.isDone()) {
			assertRising(List.of(token, token(waiting.get())));
			inThread(() -> report(output, "LOST")).get(30, TimeUnit.SECONDS);
			return false;
		}
		assertThat(holder.isAlive()).isTrue();
		long killed = System.nanoTime();
		holder.destroyForcibly().waitFor();
		HeldLock held = waiting.get(30, TimeUnit.SECONDS);
		Duration waited = Duration.ofNanos(System.nanoTime() - killed);
		System.out.printf("%s: killed holder had token %d, the waiter got %d after %d ms (lease %s)%n",
				node.provider.name(), token, token(held), waited.toMillis(), HolderProcess.LEASE);
		assertRising(List.of(token, token(held)));
		assertThat(waited).isLessThan(store().heldAfterDeath(HolderProcess.LEASE).plusSeconds(5));
		return true;
	}

	private static void pauseUnless(BooleanSupplier over, Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		Awaitility.await().atMost(PATIENCE).until(() -> over.getAsBoolean() || System.nanoTime() - end >= 0);
	}

	@Test
	void releaseInAnotherProcessWakesTheWaiter() throws Exception {
		TestNode node = node();
		String key = key("let-go");
		Process holder = startHolder(key);
		long token = tokenOf(holder.inputReader());
		Future<HeldLock> waiting = inThread(() -> node.template.acquire(request(key)));
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.attempts.get() >= 2);
		holder.getOutputStream().write('\n');
		holder.getOutputStream().flush();
		assertRising(List.of(token, token(waiting.get(60, TimeUnit.SECONDS))));
		assertThat(holder.waitFor(20, TimeUnit.SECONDS)).isTrue();
	}

	private Process startHolder(String key) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Duser.timezone=America/St_Johns", "-Xmx128m", "-XX:TieredStopAtLevel=1",
				"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), HolderProcess.class.getName(), key));
		command.addAll(store().address());
		Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		this.processes.add(process);
		return process;
	}

	private static long tokenOf(BufferedReader output) throws IOException {
		return Long.parseLong(report(output, "HELD "));
	}

	/**
	 * Return what follows a word that the holder reports, among messages of its log.
	 */
	private static String report(BufferedReader output, String word) throws IOException {
		for (String line = output.readLine(); line != null; line = output.readLine()) {
			if (line.startsWith(word)) {
				return line.substring(word.length());
			}
		}
		throw new IllegalStateException("The holder ended before it reported " + word.strip());
	}

}
