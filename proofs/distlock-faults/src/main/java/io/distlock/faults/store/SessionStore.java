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

import java.util.List;

import io.distlock.testserver.FaultyRelay;

/**
 * A store whose servers end the session of a client with all that it holds.
 *
 * @since 0.1.0
 */
public interface SessionStore extends Store {

	/**
	 * End all sessions of a node.
	 * @param relays its relays, which its sessions lead through
	 * @throws Exception if the servers do not
	 */
	void expireSessions(List<FaultyRelay> relays) throws Exception;

}
