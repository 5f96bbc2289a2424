package io.distlock.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A transport that closes its client, which no application does here.
 *
 * @param transport the transport
 * @param client closes the client
 */
record OwnedTransport(RedisTransport transport, Runnable client) implements RedisTransport {

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
	public List<String> scan(String pattern, int limit) {
		return this.transport.scan(pattern, limit);
	}

	@Override
	public void close() {
		this.transport.close();
		this.client.run();
	}

}
