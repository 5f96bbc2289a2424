package io.distlock.redis;

/**
 * A transport over a client that nobody else uses, and that is closed with it.
 *
 * @since 0.1.0
 */
public final class OwnedTransport extends DelegatingRedisTransport {

	private final Runnable client;

	/**
	 * Create a transport.
	 * @param transport the way to the master, over the client
	 * @param client closes the client
	 */
	public OwnedTransport(RedisTransport transport, Runnable client) {
		super(transport);
		this.client = client;
	}

	@Override
	public void close() {
		try {
			super.close();
		}
		finally {
			this.client.run();
		}
	}

}
