// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.dynamodb.DynamoDbLockProvider;
import io.distlock.faults.store.Store;
import io.distlock.provider.LockStoreException;
import io.distlock.testserver.DynaliteServer;
import io.distlock.testserver.OptionalTool;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Dynalite in place of Amazon DynamoDB, if this machine has it. Credentials are in the
 * environment, which nodes inherit.
 */
final class DynamoDbStore implements Store {

	private static final Region REGION = Region.EU_CENTRAL_1;

	private static final Duration CREATION = Duration.ofSeconds(60);

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);

	/**
	 * The service tells whole seconds, to the holder and to those who wait.
	 */
	private static final Duration PRECISION = Duration.ofSeconds(2);

	private List<DynaliteServer> servers = List.of();

	@Override
	public String name() {
		return "dynamodb";
	}

	@Override
	public @Nullable String obstacle() {
		return DynaliteServer.isAvailable() ? null : OptionalTool.DYNALITE.absent();
	}

	/**
	 * Start the server, and create the table. The first request of a JVM takes longer
	 * than the client waits where the machine is busy.
	 */
	@Override
	public void start() {
		this.servers = List.of(DynaliteServer.start());
		Awaitility.await().atMost(CREATION).ignoreException(LockStoreException.class).until(() -> held("").isEmpty());
	}

	@Override
	public List<DynaliteServer> servers() {
		return this.servers;
	}

	@Override
	public String version() {
		return "Dynalite " + DynaliteServer.VERSION;
	}

	@Override
	public boolean readsServerClock() {
		return true;
	}

	@Override
	public boolean takesRepeatedRequests() {
		return true;
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return Map.of("distlock.provider", "dynamodb", "distlock.dynamodb.region", REGION.id(),
				"distlock.dynamodb.endpoint", "http://127.0.0.1:" + ports.get(0), "spring.autoconfigure.exclude",
				SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return COMMAND_TIMEOUT;
	}

	@Override
	public Duration deadHolder(Duration lease) {
		return lease.plus(PRECISION);
	}

	@Override
	public List<String> held(String part) {
		try (DynamoDbClient client = DynamoDbClient.builder()
			.region(REGION)
			.endpointOverride(URI.create(this.servers.get(0).url()))
			.build();
				DynamoDbLockProvider operator = new DynamoDbLockProvider(client, DynamoDbLockProvider.DEFAULT_TABLE,
						true)) {
			return Store.held(operator, part);
		}
	}

}
