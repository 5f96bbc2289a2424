// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process that holds locks is stopped for longer than its leases, as by a long garbage
 * collection or a virtual machine that is moved, and goes on after a successor.
 */
@Timeout(180)
@Tag("safety")
class PausedHolderTests {

	private static final int ROUNDS = 5;

	private static final LongConsumer NOTHING = (token) -> {
	};

	private final ExecutorService threads = Executors.newFixedThreadPool(LedgerProcess.ACCOUNTS);

	private LedgerNode successor;

	private Process paused;

	private BufferedReader output;

	@BeforeEach
	void start() throws IOException {
		String url = PostgresServer.shared().newDatabase();
		String user = PostgresServer.shared().user();
		this.successor = new LedgerNode(url, user);
		this.successor.ledger.create(LedgerProcess.ACCOUNTS);
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
				LedgerProcess.class.getName(), url, user);
		this.paused = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		this.output = new BufferedReader(new InputStreamReader(this.paused.getInputStream()));
		assertThat(lines("STARTED", 1)).hasSize(1);
	}

	@AfterEach
	void stop() throws Exception {
		this.paused.destroyForcibly().waitFor();
		this.threads.shutdownNow();
		this.successor.close();
	}

	@Test
	void withoutTheCheckEveryLateWriteIsAccepted() throws Exception {
		assertThat(pauseBefore("before-plain")).containsOnly("COMMITTED").hasSize(ROUNDS * LedgerProcess.ACCOUNTS);
	}

	@Test
	void withTheCheckEveryLateWriteIsRefused() throws Exception {
		assertThat(pauseBefore("before-fenced")).containsOnly("STALE").hasSize(ROUNDS * LedgerProcess.ACCOUNTS);
	}

	/**
	 * Stop the holder before its transactions begin, and let a successor write.
	 * @return what became of the holder's transactions
	 */
	private List<String> pauseBefore(String round) throws Exception {
		List<String> outcomes = new ArrayList<>();
		for (int i = 0; i < ROUNDS; i++) {
			command(round);
			List<String> ready = lines("READY", LedgerProcess.ACCOUNTS);
			signal("STOP");
			List<Long> tokens = inParallel(
					(id) -> round.endsWith("fenced") ? this.successor.ledger.writeFenced(id, NOTHING, NOTHING)
							: this.successor.ledger.writePlain(id, NOTHING, NOTHING));
			command("GO");
			signal("CONT");
			List<String> ended = lines("", LedgerProcess.ACCOUNTS);
			outcomes.addAll(ended);
			for (int id = 0; id < LedgerProcess.ACCOUNTS; id++) {
				boolean overwritten = ready.contains("READY " + this.successor.ledger.lastWriter(id));
				assertThat(overwritten).isEqualTo(ended.contains("COMMITTED"));
				assertThat(overwritten || tokens.get(id).equals(this.successor.ledger.lastWriter(id))).isTrue();
			}
		}
		return outcomes;
	}

	@Test
	void holderThatIsStoppedInsideItsTransactionHoldsTheSuccessorUpAndNothingIsLost() throws Exception {
		command("inside-fenced");
		lines("READY", LedgerProcess.ACCOUNTS);
		signal("STOP");
		List<Boolean> heldUp = inParallel(this::isHeldUp);
		assertThat(heldUp).containsOnly(true);
		command("GO");
		signal("CONT");
		assertThat(lines("", LedgerProcess.ACCOUNTS)).containsOnly("COMMITTED");
		List<Long> tokens = inParallel((id) -> this.successor.ledger.writeFenced(id, NOTHING, NOTHING));
		for (int id = 0; id < LedgerProcess.ACCOUNTS; id++) {
			assertThat(this.successor.ledger.lastWriter(id)).isEqualTo(tokens.get(id));
			assertThat(this.successor.ledger.writes(id)).isEqualTo(2);
		}
	}

	@Test
	void killedHolderGivesTheRowsBack() throws Exception {
		command("inside-fenced");
		lines("READY", LedgerProcess.ACCOUNTS);
		signal("STOP");
		this.paused.destroyForcibly().waitFor();
		inParallel((id) -> this.successor.ledger.writeFenced(id, NOTHING, NOTHING));
		for (int id = 0; id < LedgerProcess.ACCOUNTS; id++) {
			assertThat(this.successor.ledger.writes(id)).isEqualTo(1);
		}
	}

	private boolean isHeldUp(int id) {
		try {
			this.successor.ledger.writeFenced(id, NOTHING, NOTHING);
			return false;
		}
		catch (FencingException ex) {
			return ex.getMessage().contains("distlock.fencing.lock-timeout");
		}
	}

	private <T> List<T> inParallel(Write<T> write) throws Exception {
		List<CompletableFuture<T>> writes = new ArrayList<>();
		for (int id = 0; id < LedgerProcess.ACCOUNTS; id++) {
			int account = id;
			writes.add(CompletableFuture.supplyAsync(() -> write.apply(account), this.threads));
		}
		List<T> results = new ArrayList<>();
		for (CompletableFuture<T> each : writes) {
			results.add(each.get(60, TimeUnit.SECONDS));
		}
		return results;
	}

	private void command(String line) throws IOException {
		this.paused.getOutputStream().write((line + "\n").getBytes());
		this.paused.getOutputStream().flush();
	}

	private void signal(String name) throws Exception {
		Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(this.paused.pid())).inheritIO().start();
		assertThat(kill.waitFor()).isZero();
	}

	/**
	 * Read lines that start with a text; others are left out.
	 */
	private List<String> lines(String start, int count) throws IOException {
		List<String> lines = new ArrayList<>();
		while (lines.size() < count) {
			String line = this.output.readLine();
			if (line == null) {
				throw new IllegalStateException("The process ended after " + lines);
			}
			boolean outcome = line.equals("COMMITTED") || line.equals("STALE") || line.startsWith("FAILED");
			if (start.isEmpty() ? outcome : line.startsWith(start)) {
				lines.add(line);
			}
		}
		return lines;
	}

	/**
	 * What is done with one account.
	 *
	 * @param <T> what it results in
	 */
	private interface Write<T> {

		T apply(int id);

	}

}
