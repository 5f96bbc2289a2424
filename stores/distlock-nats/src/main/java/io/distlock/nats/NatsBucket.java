// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.io.IOException;
import java.util.regex.Pattern;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.api.ServerInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Stream of a key-value bucket, created with the first lock. A cluster of three or more
 * servers keeps three copies.
 */
final class NatsBucket {

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

	static final int NO_STREAM = 10059;

	private static final int STREAM_EXISTS = 10058;

	private static final int COPIES = 3;

	/**
	 * Lowest tested version with consistent writes in a cluster.
	 */
	static final String SAFE_COPIES = "2.10.27";

	private final NatsLink link;

	private final String name;

	private final JetStreamOptions options;

	/**
	 * Publisher of the verified bucket.
	 */
	private volatile @Nullable JetStream checked;

	NatsBucket(NatsLink link, String name, JetStreamOptions options) {
		if (!NAME.matcher(name).matches()) {
			throw new IllegalArgumentException(
					"'bucket' must consist of letters, digits, '-' and '_', but is '%s'".formatted(name));
		}
		this.link = link;
		this.name = name;
		this.options = options;
	}

	String name() {
		return this.name;
	}

	String stream() {
		return "KV_" + this.name;
	}

	/**
	 * Return the subject of a key. The folder of a key is a separate token, used to list
	 * keys.
	 */
	String subject(String key) {
		return "$KV." + this.name + '.' + token(key);
	}

	static String token(String key) {
		return key.replace('/', '.');
	}

	/**
	 * Verify the bucket before the next request, because servers that have lost it have
	 * no stream.
	 */
	void doubt() {
		this.checked = null;
	}

	/**
	 * Return the connection to servers with the bucket, which is created if missing.
	 */
	Connection require() throws Exception {
		publisher();
		return this.link.connection();
	}

	/**
	 * Return the publisher of servers with the bucket.
	 */
	JetStream publisher() throws Exception {
		Connection connection = this.link.connection();
		JetStream publisher = this.checked;
		if (publisher == null) {
			StreamConfiguration found = find(connection);
			check(found);
			checkVersion(connection.getServerInfo(), found.getReplicas());
			publisher = connection.jetStream(this.options);
			this.checked = publisher;
		}
		return publisher;
	}

	private StreamConfiguration find(Connection connection) throws IOException, JetStreamApiException {
		JetStreamManagement management = connection.jetStreamManagement(this.options);
		try {
			return management.getStreamInfo(stream()).getConfiguration();
		}
		catch (JetStreamApiException ex) {
			if (ex.getApiErrorCode() != NO_STREAM) {
				throw ex;
			}
			return create(management, connection.getServers().size() >= COPIES);
		}
	}

	/**
	 * Create the stream. Another node may create it concurrently.
	 */
	private StreamConfiguration create(JetStreamManagement management, boolean cluster)
			throws IOException, JetStreamApiException {
		try {
			return management
				.addStream(StreamConfiguration.builder()
					.name(stream())
					.description("Locks and jobs of distlock")
					.subjects("$KV." + this.name + ".>")
					.maxMessagesPerSubject(1)
					.storageType(StorageType.File)
					.replicas(cluster ? COPIES : 1)
					.build())
				.getConfiguration();
		}
		catch (JetStreamApiException ex) {
			if (ex.getApiErrorCode() != STREAM_EXISTS) {
				throw ex;
			}
			return management.getStreamInfo(stream()).getConfiguration();
		}
	}

	/**
	 * Check the version of a cluster: in older versions, copies may accept several writes
	 * with the same sequence.
	 */
	private void checkVersion(ServerInfo server, int copies) {
		if (copies > 1 && server.isOlderThanVersion(SAFE_COPIES)) {
			throw new LockStoreException(
					"NATS %s accepts several writes of one key at once where a bucket has copies, so several nodes would hold one lock. Update the servers to %s or later, or use a bucket with one copy"
						.formatted(server.getVersion(), SAFE_COPIES),
					Outcome.PERMANENT, null);
		}
	}

	private void check(StreamConfiguration found) {
		if (found.getMaxMsgsPerSubject() != 1 || found.getDenyDelete() || !found.getMaxAge().isZero()) {
			throw new LockStoreException(
					"The bucket '%s' of NATS was not created by distlock: it keeps a history, has a time to live, or denies deletes. Set distlock.nats.bucket to the name of a bucket that does not exist, which is then created"
						.formatted(this.name),
					Outcome.PERMANENT, null);
		}
	}

}
