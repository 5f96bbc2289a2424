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

package io.distlock.faults.store;

import java.util.stream.IntStream;

/**
 * A store of several servers, some of which may come back without their data.
 *
 * @since 0.1.0
 */
public interface ForgetfulServersStore extends ServersStore, ForgetfulStore {

	/**
	 * Start a server again with nothing.
	 * @param server its place in {@link #ports()}
	 */
	void restartEmpty(int server);

	@Override
	default void restartEmpty() {
		IntStream.range(0, ports().size()).forEach(this::restartEmpty);
	}

}
