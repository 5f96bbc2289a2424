/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.benchmark.measure;

import java.io.IOException;
import java.time.Duration;

import io.distlock.testserver.CountingRelay;

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
