// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.util.concurrent.Callable;

import io.distlock.record.RecordLockProvider;
import io.nats.client.Connection;

/**
 * Keeps locks and jobs in a key-value bucket of NATS JetStream. Each key is a record,
 * with its sequence in the stream as the version.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class NatsLockProvider extends RecordLockProvider {

	/**
	 * Default bucket.
	 */
	public static final String DEFAULT_BUCKET = "distlock";

	/**
	 * Create a provider. With the first lock, the provider sends requests and creates a
	 * missing bucket.
	 * @param connection the connection, never closed by this provider
	 * @param bucket the name of the bucket, such as {@value #DEFAULT_BUCKET}
	 * @throws IllegalArgumentException if the name contains characters other than
	 * letters, digits, {@code -} and {@code _}
	 */
	public NatsLockProvider(Connection connection, String bucket) {
		this(NatsLink.ofApplication(connection), bucket);
	}

	/**
	 * Create a provider with its own connection, opened with the first lock and closed
	 * with this provider.
	 * @param connections opens a connection, which should reconnect indefinitely, buffer
	 * no requests meanwhile, and detect an unresponsive server within seconds
	 * @param bucket the name of the bucket, such as {@value #DEFAULT_BUCKET}
	 * @throws IllegalArgumentException if the name contains characters other than
	 * letters, digits, {@code -} and {@code _}
	 */
	public NatsLockProvider(Callable<Connection> connections, String bucket) {
		this(NatsLink.own(connections), bucket);
	}

	private NatsLockProvider(NatsLink link, String bucket) {
		super(new NatsRecordStore(link, bucket));
	}

	@Override
	public String name() {
		return "nats";
	}

}
