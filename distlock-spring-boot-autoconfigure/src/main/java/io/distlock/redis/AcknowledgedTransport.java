package io.distlock.redis;

import java.util.ArrayList;
import java.util.List;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.ScriptCall.Gives;

/**
 * Counts a grant or a renewal only once enough replicas have it, so that the replica that
 * is promoted next knows of it. Renewals need that as much as grants: a master that was
 * cut off from its replicas would otherwise renew for ever what the promoted one grants
 * to somebody else.
 * <p>
 * What too few have acknowledged in time is a request of which nobody knows whether it
 * lasts: a grant is withdrawn, a renewal repeated until the lease has run out.
 *
 * @since 0.1.0
 */
public final class AcknowledgedTransport extends DelegatingRedisTransport {

	private final ReplicaSettings settings;

	private final Acknowledgement wanted;

	/**
	 * Create a transport.
	 * @param transport the way to the master, which this transport closes
	 * @param settings who must have a grant
	 */
	public AcknowledgedTransport(RedisTransport transport, ReplicaSettings settings) {
		super(transport);
		this.settings = settings;
		this.wanted = new Acknowledgement(settings.ack(), settings.durable(), settings.timeout());
	}

	/**
	 * Return a transport that asks for what the settings say, and the same one where that
	 * is nothing.
	 * @param transport the way to the master
	 * @param settings who must have a grant
	 * @return the transport
	 */
	public static RedisTransport of(RedisTransport transport, ReplicaSettings settings) {
		return settings.isRequired() ? new AcknowledgedTransport(transport, settings) : transport;
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		if (call.gives() == Gives.NO_LEASE) {
			return super.run(call);
		}
		AcknowledgedReply reply = ask(call);
		if (call.mustLast(reply.reply()) && !isAcknowledged(reply)) {
			throw tooFew(call, reply);
		}
		return reply.reply();
	}

	@Override
	public List<ScriptReply> runAll(List<ScriptCall> calls) {
		if (calls.stream().noneMatch((call) -> call.gives() != Gives.NO_LEASE)) {
			return super.runAll(calls);
		}
		List<ScriptReply> replies = new ArrayList<>(calls.size());
		for (ScriptCall call : calls) {
			replies.add(run(call));
		}
		return replies;
	}

	// The script has run by then, so that what it gave must be taken back.
	private AcknowledgedReply ask(ScriptCall call) {
		try {
			return runAcknowledged(call, this.wanted);
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != Outcome.UNKNOWN && RedisErrors.isOfAcknowledgement(ex)) {
				throw new LockStoreException("Could not %s: the server does not say who has it. (%s)"
					.formatted(call.purpose(), ex.getMessage()), Outcome.UNKNOWN, ex);
			}
			throw ex;
		}
	}

	private boolean isAcknowledged(AcknowledgedReply reply) {
		return reply.replicas() >= this.settings.ack() && (reply.local() || !this.settings.durable());
	}

	private LockStoreException tooFew(ScriptCall call, AcknowledgedReply reply) {
		String missing = (reply.local() || !this.settings.durable()) ? "" : ", and the master has it not on its disk";
		return new LockStoreException(
				("Could not %s: %d of %d replicas acknowledged it within %s%s. Check that as many replicas are connected as "
						+ "'distlock.redis.replicas.ack' asks for, and how far they lag behind")
					.formatted(call.purpose(), reply.replicas(), this.settings.ack(), this.settings.timeout(), missing),
				Outcome.UNKNOWN, null);
	}

}
