// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Puts a bug into the engine and lets the simulation find it: a rule that no bug breaks
 * would be no rule.
 */
class EngineBugsTests {

	private static final int MOST_SCHEDULES = 20_000;

	@TempDir
	Path classes;

	@ParameterizedTest
	@EnumSource(Bug.class)
	void simulationFindsTheBug(Bug bug) throws Exception {
		compile(bug);
		Method simulation = new Mutated(this.classes).loadClass(bug.simulation.getName())
			.getDeclaredMethod("run", long.class);
		simulation.setAccessible(true);
		String found = null;
		long seed = 0;
		try (Silence silence = new Silence()) {
			while (found == null && seed < MOST_SCHEDULES) {
				found = broken(simulation, ++seed);
			}
		}
		System.out.printf("%s: schedule %d: %s%n", bug, seed, found);
		assertThat(found).as("what %s breaks", bug).isNotNull();
	}

	private static @Nullable String broken(Method simulation, long seed) throws IllegalAccessException {
		try {
			simulation.invoke(null, seed);
			return null;
		}
		catch (InvocationTargetException ex) {
			return String.valueOf(ex.getCause().getMessage());
		}
	}

	private void compile(Bug bug) throws IOException {
		Path source = Path.of("src/main/java/io/distlock", bug.file);
		String right = Files.readString(source);
		assertThat(right).as("the place of %s", bug).containsOnlyOnce(bug.right);
		Path wrong = this.classes.resolve(source.getFileName().toString());
		Files.writeString(wrong, right.replace(bug.right, bug.wrong));
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter output = new StringWriter();
		boolean compiled = compiler
			.getTask(output, null, null,
					List.of("-proc:none", "-nowarn", "-d", this.classes.toString(), "-cp",
							System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))),
					null, compiler.getStandardFileManager(null, null, null).getJavaFileObjects(wrong))
			.call();
		assertThat(compiled).as(output.toString()).isTrue();
	}

	/**
	 * What is wrong.
	 */
	enum Bug {

		RENEWAL_COUNTS_FROM_ITS_ANSWER("lease/KeyQueue.java", "lease.extend(sentAt);",
				"lease.extend(this.engine.ticker.now());"),

		GRANT_COUNTS_FROM_ITS_ANSWER("lease/Waiter.java", "return taken(attempt, sentAt);",
				"return taken(attempt, this.engine.ticker.now());"),

		HOLD_IGNORES_THE_CLOCK("lease/Hold.java", " && !this.lease.isReturned() && !this.lease.hasExpired();",
				" && !this.lease.isReturned();"),

		TOKEN_IS_GIVEN_TWICE("lease/RemoteLease.java", "return this.nextToken++;", "return this.nextToken;"),

		GIVES_UP_WITHOUT_HAVING_ASKED("lease/Waiter.java", "if (isUnwanted() || isLate() && isAnswered()) {",
				"if (isUnwanted() || isLate()) {"),

		TAKES_ITS_PLACE_IN_LINE_FOR_AN_ANSWER("lease/Waiter.java", "if (!unwanted && !this.queue.isAnswered(this)) {",
				"if (false) {"),

		DELIVERS_ON_THREADS_OF_REQUESTS("lease/AsyncWait.java", "run(Kind.DELIVERY, delivery)",
				"run(Kind.REQUEST, delivery)"),

		KEEPS_WHAT_CANNOT_BE_DELIVERED("lease/AsyncWait.java", "if (decided.compareAndSet(false, true)) {",
				"if (false) {"),

		TELLS_OF_LOSSES_ON_THREADS_OF_CALLBACKS("lease/LossNotifier.java", "run(Kind.EVENT, ", "run(Kind.CALLBACK, "),

		KEEPS_THE_LOCK_OF_A_CANCELLED_REQUEST("lease/AsyncWait.java",
				"else if (!this.future.complete(watched(handle))) {\n\t\t\thandle.release();",
				"else if (!this.future.complete(handle)) {"),

		FORGETS_TO_WAKE_THE_NEXT("lease/LeaseReturn.java", "? this.queue.line.nextLeads(backOffNanos) : null;",
				"&& this.queue.line.nextLeads(backOffNanos) != null ? null : null;"),

		TAKES_NO_ANSWER_FOR_A_LOSS("lease/Watchdog.java", "report(lease, (unknown) -> failed(unknown, cause));",
				"report(lease, (unknown) -> unknown.keeper.taken(unknown));"),

		FORGETS_AN_ATTEMPT_THAT_WAS_NOT_ANSWERED("lease/Waiter.java", "if (failure.getOutcome() == Outcome.UNKNOWN) {",
				"if (false) {"),

		RENEWS_ONCE("lease/Watchdog.java", "lease.renewing = false;\n\t\t\t\tsweepIn(", "sweepIn("),

		LOOKS_FOR_A_LATE_REQUEST_ONCE("lease/Withdrawals.java",
				"if (!known && withdrawal.checks() < CHECK_DELAYS.length) {", "if (false) {"),

		JOINS_A_LEASE_WHOSE_WINDOW_HAS_CLOSED(SharingSimulation.class, "lease/Holders.java",
				"return (this.closesAt - now > 0) ? this.open : null;", "return this.open;"),

		RELEASES_WHEN_THE_FIRST_OF_TWO_READERS_LEAVES(SharingSimulation.class, "lease/LeaseReturn.java",
				"if (next == null && last) {", "if (next == null) {"),

		KEEPS_A_LEASE_OPEN_THAT_HAS_ENDED(SharingSimulation.class, "lease/Holders.java", "if (this.open == lease) {",
				"if (false) {"),

		FORGETS_TO_WAKE_THE_NEXT_READER(SharingSimulation.class, "lease/KeyQueue.java", "woken.add(next);", ""),

		TELLS_NO_READER_THAT_IT_HAS_JOINED(SharingSimulation.class, "lease/KeyQueue.java",
				"woken.addAll(this.line.removeIf(this::joinHolders));", "this.line.removeIf(this::joinHolders);"),

		OPENS_NO_LEASE_TO_OTHERS(SharingSimulation.class, "lease/Holders.java", "this.open = lease;", ""),

		OPENS_THE_LEASE_OF_A_PERMIT(SharingSimulation.class, "lease/KeyQueue.java", "if (this.policy.open && ", "if ("),

		RENEWS_NO_LEASE_OF_READERS(SharingSimulation.class, "lease/KeyQueue.java",
				"return this.holders.wantRenewal(lease);",
				"return this.policy.exclusive && this.holders.wantRenewal(lease);"),

		PASSES_A_PERMIT_ON_FOR_EVER(SharingSimulation.class, "lease/KeyPolicy.java",
				"&& hold.lease.canBePassedOn(handOffs, handOffNanos);", ";"),

		KEEPS_THE_ONE_WHO_PASSED_A_PERMIT_ON(SharingSimulation.class, "lease/LeaseReturn.java",
				"boolean last = this.queue.holders.remove(this.hold);", "boolean last = true;"),

		GIVES_A_PERMIT_BACK_THAT_GOES_ON(SharingSimulation.class, "lease/LeaseReturn.java",
				"? this.queue.passOn(this.queue.line.takeNext(), this.hold.lease) : null;",
				"&& (this.queue.passOn(this.queue.line.takeNext(), this.hold.lease) == null || this.queue.policy.exclusive) ? next : null;"),

		ENDS_A_PERMIT_WITH_ITS_FIRST_HOLD(SharingSimulation.class, "lease/RemoteLease.java",
				"this.passed++;\n\t\tthis.end = this.sentAt + Durations.FOREVER;", "this.passed++;"),

		LOSES_ONE_OF_TWO_READERS(SharingSimulation.class, "lease/KeyQueue.java", "lost.forEach((hold) -> reports",
				"lost.stream().limit(1).forEach((hold) -> reports");

		private final Class<?> simulation;

		private final String file;

		private final String right;

		private final String wrong;

		Bug(String file, String right, String wrong) {
			this(EngineSimulation.class, file, right, wrong);
		}

		Bug(Class<?> simulation, String file, String right, String wrong) {
			this.simulation = simulation;
			this.file = file;
			this.right = right;
			this.wrong = wrong;
		}

	}

	/**
	 * Loads the library and its tests anew, with one class that is wrong.
	 */
	private static final class Mutated extends ClassLoader {

		private final Path classes;

		Mutated(Path classes) {
			super(EngineBugsTests.class.getClassLoader());
			this.classes = classes;
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			Class<?> loaded = findLoadedClass(name);
			if (loaded != null || !name.startsWith("io.distlock.")) {
				return (loaded != null) ? loaded : super.loadClass(name, resolve);
			}
			try {
				byte[] code = code(name.replace('.', '/') + ".class");
				return defineClass(name, code, 0, code.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

		private byte[] code(String file) throws IOException {
			Path wrong = this.classes.resolve(file);
			if (Files.exists(wrong)) {
				return Files.readAllBytes(wrong);
			}
			try (InputStream right = getParent().getResourceAsStream(file)) {
				if (right == null) {
					throw new IOException(file + " is missing");
				}
				return right.readAllBytes();
			}
		}

	}

}
