// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import io.distlock.provider.LockCatalog;
import io.distlock.provider.StoredLock;
import io.distlock.testserver.ServerProcess;
import org.jspecify.annotations.Nullable;

/**
 * A store under test: its servers, what nodes need to know to use it, and what it
 * promises. Another store is another class, and a line in
 * {@link io.distlock.faults.store.server.AllStores}.
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
	 * Return the servers.
	 * @return their processes, none before the start
	 */
	List<? extends ServerProcess> servers();

	/**
	 * Return where the servers listen on this machine. Each node reaches each of them
	 * through a relay of its own.
	 * @return the ports
	 */
	default List<Integer> ports() {
		return servers().stream().<Integer>map(ServerProcess::port).toList();
	}

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
	 * Return whether its data is there again after it was killed.
	 * @return {@code true} for most
	 */
	default boolean keepsData() {
		return true;
	}

	/**
	 * Return whether leases and fire times go by the wall clock of its servers.
	 * @return {@code false} for a store that counts with sessions, or with nodes' clocks
	 */
	default boolean readsServerClock() {
		return false;
	}

	/**
	 * Return whether several owners may hold a key of it together.
	 * @return {@code true} for most
	 */
	default boolean shares() {
		return true;
	}

	/**
	 * Return whether an operator can release locks that others hold.
	 * @return {@code true} for most
	 */
	default boolean releasesByForce() {
		return true;
	}

	/**
	 * Choose anew what nodes are told when they start, where there is a choice.
	 * @param random chooses
	 */
	default void vary(Random random) {
	}

	/**
	 * Return what was chosen.
	 * @return a text for readers, empty where there is no choice
	 */
	default String variant() {
		return "";
	}

	/**
	 * Choose keys for a round.
	 * @param name a part of each
	 * @param count how many
	 * @return the keys
	 */
	default List<String> keys(String name, int count) {
		return IntStream.rangeClosed(1, count).mapToObj((number) -> name + "-k" + number).toList();
	}

	/**
	 * Return how long a single command may take that gets no answer.
	 * @return the time
	 */
	Duration commandTimeout();

	/**
	 * Return the longest lease that it grants.
	 * @return the lease, of a day if it grants any
	 */
	default Duration longestLease() {
		return Duration.ofDays(1);
	}

	/**
	 * Return how long a waiter goes without asking, at most.
	 * @return the time
	 */
	default Duration pollCap() {
		return Duration.ofSeconds(1);
	}

	/**
	 * Return whether nodes hear of releases on connections of their own.
	 * @return {@code false} for most
	 */
	default boolean listens() {
		return false;
	}

	/**
	 * Return whether a client connects again at once when its connection ends.
	 * @return {@code true} for most
	 */
	default boolean reconnectsAtOnce() {
		return true;
	}

	/**
	 * Return whether a request means the same on another connection.
	 * @return {@code false} for most
	 */
	default boolean takesRepeatedRequests() {
		return false;
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
	default void freeze() {
		servers().forEach(ServerProcess::freeze);
	}

	/**
	 * Let frozen servers go on.
	 */
	default void thaw() {
		servers().forEach(ServerProcess::thaw);
	}

	/**
	 * Kill all servers as {@code kill -9} does.
	 */
	default void kill() {
		servers().forEach(ServerProcess::kill);
	}

	/**
	 * Start the servers again with their data.
	 */
	default void restart() {
		kill();
		servers().forEach(ServerProcess::launch);
		servers().forEach(ServerProcess::awaitAnswer);
	}

	/**
	 * Stop a server with {@code SIGSTOP}.
	 * @param server its place in {@link #servers()}
	 */
	default void freeze(int server) {
		servers().get(server).freeze();
	}

	/**
	 * Let a frozen server go on.
	 * @param server its place in {@link #servers()}
	 */
	default void thaw(int server) {
		servers().get(server).thaw();
	}

	/**
	 * Kill a server as {@code kill -9} does.
	 * @param server its place in {@link #servers()}
	 */
	default void kill(int server) {
		servers().get(server).kill();
	}

	/**
	 * Start a server again with its data.
	 * @param server its place in {@link #servers()}
	 */
	default void restart(int server) {
		servers().get(server).restart();
	}

	/**
	 * Look for locks that are held.
	 * @param part a part of their keys
	 * @return what holds them, as the store has it
	 */
	List<String> held(String part);

	/**
	 * Look for locks that are held, as a provider lists them.
	 * @param operator the provider
	 * @param part a part of their keys
	 * @return the keys
	 */
	static List<String> held(LockCatalog operator, String part) {
		return operator.heldLocks(Integer.MAX_VALUE)
			.stream()
			.map(StoredLock::key)
			.filter((key) -> key.contains(part))
			.toList();
	}

	@Override
	default void close() {
		servers().forEach(ServerProcess::close);
	}

}
