// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.io.IOException;
import java.time.Duration;

import io.distlock.testserver.relay.CountingRelay;

/**
 * What lies between all contestants and a store.
 *
 * @param oneWay how long it takes from one side to the other; zero if both are on the
 * same machine
 */
public record Network(Duration oneWay) {

	/**
	 * No network: the loopback interface of this machine.
	 */
	public static final Network NONE = new Network(Duration.ZERO);

	/**
	 * Lead to a server.
	 * @param target its port
	 */
	public Link to(int target) {
		return this.oneWay.isZero() ? new Link(target, () -> {
		}) : Link.over(new CountingRelay(target, this.oneWay));
	}

	/**
	 * Add the network to a name of a page or to a title.
	 * @param name what it is called without a network
	 * @param addition what is added to it
	 */
	public String name(String name, String addition) {
		return this.oneWay.isZero() ? name : name + addition;
	}

	/**
	 * Return the time one way, in milliseconds.
	 */
	public double millis() {
		return this.oneWay.toNanos() / 1e6;
	}

	/**
	 * The way to a server.
	 *
	 * @param port where clients connect to
	 * @param closing ends it
	 */
	public record Link(int port, Closing closing) implements AutoCloseable {

		private static Link over(CountingRelay relay) {
			return new Link(relay.port(), relay::close);
		}

		@Override
		public void close() throws IOException {
			this.closing.close();
		}

	}

	/**
	 * Ends the way to a server.
	 */
	public interface Closing {

		void close() throws IOException;

	}

}
