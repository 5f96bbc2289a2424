// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.store.MemoryStore;
import io.distlock.faults.store.PasswordStore;
import io.distlock.faults.store.SubscriberStore;
import io.distlock.testserver.redis.RedisServer;

/**
 * What all Redis servers have in common.
 */
abstract class AbstractRedisStore implements SubscriberStore, PasswordStore, MemoryStore {

	/**
	 * Return the servers that take locks at present.
	 */
	abstract List<RedisServer> masters();

	@Override
	public List<RedisServer> servers() {
		return masters();
	}

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
	public boolean readsServerClock() {
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
	public final void changePassword(String password) {
		masters().forEach((server) -> RedisNodes.changePassword(server, password));
	}

	@Override
	public final void fillMemory() {
		masters().forEach(RedisNodes::fillMemory);
	}

	@Override
	public final void freeMemory() {
		masters().forEach(RedisNodes::freeMemory);
	}

	@Override
	public final void killSubscribers() {
		masters().forEach((server) -> RedisNodes.killClients(server, "pubsub"));
	}

	@Override
	public List<String> held(String part) {
		return masters().stream().flatMap((server) -> RedisNodes.held(server, part).stream()).toList();
	}

}
