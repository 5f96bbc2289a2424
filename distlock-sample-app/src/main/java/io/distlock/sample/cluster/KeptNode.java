// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A node that starts again some time after it was killed. A node that ends by itself
 * stays away.
 */
final class KeptNode {

	/**
	 * What the exit code of a process is after {@code kill -9}.
	 */
	private static final int KILLED = 128 + 9;

	private final ReentrantLock lock = new ReentrantLock();

	private final CompletableFuture<Void> gone = new CompletableFuture<>();

	private final String name;

	private final URI address;

	private final Map<String, String> properties;

	private final List<String> arguments;

	private final Duration restartAfter;

	private final PrintStream out;

	private NodeProcess current;

	private boolean stopping;

	private KeptNode(String name, URI address, Map<String, String> properties, ClusterOptions options, PrintStream out)
			throws IOException {
		this.name = name;
		this.address = address;
		this.properties = properties;
		this.arguments = options.nodeArguments();
		this.restartAfter = options.restartAfter();
		this.out = out;
		this.current = NodeProcess.start(name, address, properties, this.arguments);
	}

	static KeptNode start(String name, URI address, Map<String, String> properties, ClusterOptions options,
			PrintStream out) throws IOException {
		KeptNode node = new KeptNode(name, address, properties, options, out);
		node.follow(node.current);
		return node;
	}

	private void follow(NodeProcess process) {
		process.forwardOutput(this.out);
		process.process().onExit().thenAccept((ended) -> ended(ended.exitValue()));
	}

	private void ended(int code) {
		if (isStopping()) {
			this.gone.complete(null);
		}
		else if (code == KILLED) {
			this.out.printf("%s was killed; it starts again in %d s%n", this.name, this.restartAfter.toSeconds());
			CompletableFuture.delayedExecutor(this.restartAfter.toMillis(), TimeUnit.MILLISECONDS)
				.execute(this::startAgain);
		}
		else {
			this.out.printf("%s has ended with code %d%n", this.name, code);
			this.gone.complete(null);
		}
	}

	private boolean isStopping() {
		this.lock.lock();
		try {
			return this.stopping;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void startAgain() {
		this.lock.lock();
		try {
			if (this.stopping) {
				this.gone.complete(null);
				return;
			}
			this.current = NodeProcess.start(this.name, this.address, this.properties, this.arguments);
			follow(this.current);
		}
		catch (IOException ex) {
			this.out.printf("%s could not be started again: %s%n", this.name, ex);
			this.gone.complete(null);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Ask the node to end, and do not start it again.
	 */
	void stop() {
		this.lock.lock();
		try {
			this.stopping = true;
			this.current.process().destroy();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait for the node to end after it was stopped, and kill it if it does not.
	 * @param timeout how long to wait
	 */
	void awaitStopped(Duration timeout) {
		Process process = process().process();
		try {
			if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
				process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

	NodeProcess process() {
		this.lock.lock();
		try {
			return this.current;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return a future that completes when the node has ended for good.
	 */
	CompletableFuture<Void> gone() {
		return this.gone;
	}

	URI address() {
		return this.address;
	}

}
