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

import java.time.Duration;
import java.util.List;

import io.distlock.testserver.RedisServer;

/**
 * What all Redis servers have in common.
 */
abstract class AbstractRedisStore implements SubscriberStore, ConnectionStore {

	/**
	 * Return the servers that take locks at present.
	 */
	abstract List<RedisServer> masters();

	@Override
	public final List<Integer> ports() {
		return masters().stream().map(RedisServer::port).toList();
	}

	@Override
	public boolean listens() {
		return true;
	}

	@Override
	public boolean takesRepeatedRequests() {
		return true;
	}

	@Override
	public Duration commandTimeout() {
		return RedisNodes.COMMAND_TIMEOUT;
	}

	@Override
	public Duration pollCap() {
		return RedisNodes.POLL_CAP;
	}

	@Override
	public final void killConnections() {
		masters().forEach((server) -> RedisNodes.killClients(server, "normal"));
	}

	@Override
	public final void killSubscribers() {
		masters().forEach((server) -> RedisNodes.killClients(server, "pubsub"));
	}

	@Override
	public final List<String> held(String part) {
		return masters().stream().flatMap((server) -> RedisNodes.held(server, part).stream()).toList();
	}

}
