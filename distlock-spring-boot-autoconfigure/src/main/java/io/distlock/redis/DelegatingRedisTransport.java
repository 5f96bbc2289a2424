package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A transport that does what another one does, except for what it overrides.
 */
abstract class DelegatingRedisTransport implements RedisTransport {

	private final RedisTransport transport;

	DelegatingRedisTransport(RedisTransport transport) {
		this.transport = transport;
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		return this.transport.run(call);
	}

	@Override
	public List<ScriptReply> runAll(List<ScriptCall> calls) {
		return this.transport.runAll(calls);
	}

	@Override
	public CompletionStage<ScriptReply> send(ScriptCall call) {
		return this.transport.send(call);
	}

	@Override
	public AcknowledgedReply runAcknowledged(ScriptCall call, Acknowledgement wanted) {
		return this.transport.runAcknowledged(call, wanted);
	}

	@Override
	public RedisSubscriptions subscriptions(SubscriptionListener listener) {
		return this.transport.subscriptions(listener);
	}

	@Override
	public boolean isCluster() {
		return this.transport.isCluster();
	}

	@Override
	public String info(String section) {
		return this.transport.info(section);
	}

	@Override
	public ScannedKeys scan(String pattern, int limit, Duration atMost) {
		return this.transport.scan(pattern, limit, atMost);
	}

	@Override
	public void close() {
		this.transport.close();
	}

}
