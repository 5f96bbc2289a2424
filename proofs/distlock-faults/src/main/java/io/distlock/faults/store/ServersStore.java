// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import java.util.stream.IntStream;

/**
 * A store of several servers, which does without some of them.
 *
 * @since 0.1.0
 */
public interface ServersStore extends Store {

	/**
	 * Return without how many servers it goes on.
	 * @return the number, at least one
	 */
	int spare();

	/**
	 * Kill a server as {@code kill -9} does.
	 * @param server its place in {@link #ports()}
	 */
	void kill(int server);

	/**
	 * Start a server again with its data.
	 * @param server its place in {@link #ports()}
	 */
	void restart(int server);

	/**
	 * Stop a server with {@code SIGSTOP}.
	 * @param server its place in {@link #ports()}
	 */
	void freeze(int server);

	/**
	 * Let a frozen server go on.
	 * @param server its place in {@link #ports()}
	 */
	void thaw(int server);

	@Override
	default void kill() {
		IntStream.range(0, ports().size()).forEach(this::kill);
	}

	@Override
	default void restart() {
		IntStream.range(0, ports().size()).forEach(this::restart);
	}

	@Override
	default void freeze() {
		IntStream.range(0, ports().size()).forEach(this::freeze);
	}

	@Override
	default void thaw() {
		IntStream.range(0, ports().size()).forEach(this::thaw);
	}

}
