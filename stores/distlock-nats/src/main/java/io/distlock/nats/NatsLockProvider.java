// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.util.concurrent.Callable;

import io.distlock.record.RecordLockProvider;
import io.nats.client.Connection;

/**
 * Locks and jobs in a key-value bucket of NATS JetStream. Each key is a record, whose
 * sequence in the stream is its version.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class NatsLockProvider extends RecordLockProvider {

	/**
	 * The bucket that is used if there is no other.
	 */
	public static final String DEFAULT_BUCKET = "distlock";

	/**
	 * Create a provider. It sends no request before the first lock, and creates the
	 * bucket then if there is none.
	 * @param connection the connection, never closed here
	 * @param bucket the name of the bucket, such as {@value #DEFAULT_BUCKET}
	 * @throws IllegalArgumentException if the name has other characters than letters,
	 * digits, {@code -} and {@code _}
	 */
	public NatsLockProvider(Connection connection, String bucket) {
		this(NatsLink.ofApplication(connection), bucket);
	}

	/**
	 * Create a provider with a connection of its own, which is opened with the first lock
	 * and closed with this provider.
	 * @param connections opens a connection, which is to reconnect without end, to buffer
	 * nothing meanwhile, and to notice within seconds that a server does not answer
	 * @param bucket the name of the bucket, such as {@value #DEFAULT_BUCKET}
	 * @throws IllegalArgumentException if the name has other characters than letters,
	 * digits, {@code -} and {@code _}
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
