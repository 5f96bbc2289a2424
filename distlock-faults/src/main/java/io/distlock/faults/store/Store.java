package io.distlock.faults.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A store under test: its servers, what nodes need to know to use it, and what it
 * promises. Another store is another class, and a line in {@link AllStores}.
 *
 * @since 0.1.0
 */
public interface Store extends AutoCloseable {

	/**
	 * Return what the command line and the tables call it.
	 * @return the name
	 */
	String name();

	/**
	 * Start the servers.
	 */
	void start();

	/**
	 * Return where the servers listen on this machine. Each node reaches each of them
	 * through a relay of its own.
	 * @return the ports
	 */
	List<Integer> ports();

	/**
	 * Return the properties of a node.
	 * @param ports where its relays listen, in the order of {@link #ports()}
	 * @return the properties of Spring Boot and of distlock
	 */
	Map<String, String> properties(List<Integer> ports);

	/**
	 * Say why it cannot run on this machine.
	 * @return the reason, or {@code null} if it can
	 */
	default @Nullable String obstacle() {
		return null;
	}

	/**
	 * Return the version of the servers, which run.
	 * @return name and version
	 */
	String version();

	/**
	 * Return whether it keeps cluster jobs.
	 * @return {@code true} for most
	 */
	default boolean keepsJobs() {
		return true;
	}

	/**
	 * Return how long a single command may take that gets no answer.
	 * @return the time
	 */
	Duration commandTimeout();

	/**
	 * Return how long a waiter goes without asking, at most.
	 * @return the time
	 */
	default Duration pollCap() {
		return Duration.ofSeconds(1);
	}

	/**
	 * Return how long others wait after a holder has died.
	 * @param lease the lease of its locks
	 * @return the time, at most
	 */
	default Duration deadHolder(Duration lease) {
		return lease;
	}

	/**
	 * Return how long nothing is granted after the servers are back from a fault.
	 * @return the time, at most
	 */
	default Duration recovery() {
		return Duration.ZERO;
	}

	/**
	 * Stop all servers with {@code SIGSTOP}.
	 */
	void freeze();

	/**
	 * Let frozen servers go on.
	 */
	void thaw();

	/**
	 * Kill all servers as {@code kill -9} does.
	 */
	void kill();

	/**
	 * Start the servers again with their data.
	 */
	void restart();

	/**
	 * Look for locks that are held.
	 * @param part a part of their keys
	 * @return what holds them, as the store has it
	 */
	List<String> held(String part);

	@Override
	void close();

}
