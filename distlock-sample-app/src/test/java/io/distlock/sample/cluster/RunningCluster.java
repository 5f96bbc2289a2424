// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import io.distlock.sample.Lifeline;

/**
 * The cluster, started as a user would: a launcher in a JVM of its own, and its nodes.
 */
final class RunningCluster implements AutoCloseable {

	private static final String READY = "The shop is open on ";

	private final Queue<String> output = new ConcurrentLinkedQueue<>();

	private final CompletableFuture<List<URI>> addresses = new CompletableFuture<>();

	private final Process launcher;

	private RunningCluster(Process launcher) {
		this.launcher = launcher;
	}

	static RunningCluster start(String... arguments) throws IOException {
		return start(Map.of(), arguments);
	}

	static RunningCluster start(Map<String, String> environment, String... arguments) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command(arguments)).redirectErrorStream(true);
		builder.environment().putAll(environment);
		Lifeline.attach(builder.environment());
		RunningCluster cluster = new RunningCluster(builder.start());
		new Thread(cluster::read, "cluster-output").start();
		return cluster;
	}

	private static List<String> command(String... arguments) {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		Stream<String> program = Stream.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), Cluster.class.getName());
		return Stream.concat(program, Arrays.stream(arguments)).toList();
	}

	private void read() {
		try (BufferedReader lines = this.launcher.inputReader(Charset.defaultCharset())) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				this.output.add(line);
				if (line.startsWith(READY)) {
					this.addresses
						.complete(Arrays.stream(line.split(": ", 2)[1].split("\\s+")).map(URI::create).toList());
				}
			}
		}
		catch (IOException ex) {
			this.addresses.completeExceptionally(new UncheckedIOException(ex));
		}
		this.addresses.completeExceptionally(new IllegalStateException("The launcher has ended"));
	}

	List<URI> awaitReady() throws InterruptedException {
		try {
			return this.addresses.get(4, TimeUnit.MINUTES);
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new IllegalStateException("Not ready. Output:\n" + output(), ex);
		}
	}

	List<ProcessHandle> nodes() {
		return this.launcher.descendants().toList();
	}

	void kill() {
		this.launcher.destroyForcibly();
	}

	String output() {
		return String.join("\n", this.output);
	}

	@Override
	public void close() throws InterruptedException {
		this.launcher.destroy();
		if (!this.launcher.waitFor(1, TimeUnit.MINUTES)) {
			this.launcher.destroyForcibly();
		}
	}

}
