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

import java.util.Map;

import io.distlock.provider.LockProvider;

/**
 * A server that keeps jobs, and counts what it is asked.
 *
 * @param name what the tables call it
 * @param starting starts it
 */
public record JobStoreServer(String name, Starting starting) {

	/**
	 * Start the server.
	 */
	public Running start() throws Exception {
		return this.starting.start();
	}

	/**
	 * Starts a server.
	 */
	public interface Starting {

		Running start() throws Exception;

	}

	/**
	 * A server that runs.
	 */
	public interface Running extends AutoCloseable {

		/**
		 * Make what another node has, which is never closed.
		 */
		LockProvider newProvider() throws Exception;

		/**
		 * Return numbers that only rise, by what they count.
		 */
		Map<String, Long> counts() throws Exception;

	}

}
