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

import java.util.List;

/**
 * A store that applications may or may not connect to.
 *
 * @param name what the tables call it
 * @param judged whether an application is to have no more with distlock than without
 * @param starting starts it
 */
public record IdleStore(String name, boolean judged, Starting starting) {

	/**
	 * Start the store.
	 */
	public Running start() throws Exception {
		return this.starting.start();
	}

	/**
	 * Starts a store.
	 */
	public interface Starting {

		Running start() throws Exception;

	}

	/**
	 * A store that runs.
	 */
	public interface Running extends AutoCloseable {

		/**
		 * Return the properties of an application that keeps its locks there.
		 */
		List<String> properties();

		/**
		 * Return how many connections the server has, apart from the one that asks.
		 */
		long connections() throws Exception;

		/**
		 * Describe a running store.
		 */
		static Running of(List<String> properties, CommandCounter.Number connections, AutoCloseable server) {
			return new Running() {

				@Override
				public List<String> properties() {
					return properties;
				}

				@Override
				public long connections() throws Exception {
					return connections.read();
				}

				@Override
				public void close() throws Exception {
					server.close();
				}

			};
		}

	}

}
