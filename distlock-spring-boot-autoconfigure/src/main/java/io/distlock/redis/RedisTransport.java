package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.distlock.provider.LockStoreException;

/**
 * The Redis client of an application, as locks need it. Connects to nothing before it is
 * used. Every method that talks to Redis blocks for its round trip and no longer, and
 * throws {@link LockStoreException}, which says what became of the request, if there was
 * no answer within a few seconds or the answer was an error.
 * <p>
 * Keys, arguments and channels are sent as they are, in UTF-8, whatever names or codecs
 * the client is set up with: nodes on different clients meet in the same keys.
 *
 * @since 0.1.0
 */
public interface RedisTransport extends AutoCloseable {

	/**
	 * Run a script on the master of its keys, by its digest, and with its text where the
	 * server does not know it.
	 * @param call the script with its keys and arguments
	 * @return what the script returned
	 */
	ScriptReply run(ScriptCall call);

	/**
	 * Run scripts in one round trip, or one for each master.
	 * @param calls the scripts, of any keys
	 * @return what they returned, in the same order
	 * @throws LockStoreException if one of them failed; the others may have run
	 */
	List<ScriptReply> runAll(List<ScriptCall> calls);

	/**
	 * Send a script without waiting for it.
	 * @param call the script with its keys and arguments
	 * @return completes with what the script returned, or with a
	 * {@link LockStoreException}, on a thread that must not be blocked
	 */
	CompletionStage<ScriptReply> send(ScriptCall call);

	/**
	 * Run a script, and let the same connection ask how many replicas have its writes, in
	 * the same round trip.
	 * @param call the script with its keys and arguments
	 * @param wanted what to wait for
	 * @return what the script returned, and who has acknowledged it
	 */
	AcknowledgedReply runAcknowledged(ScriptCall call, Acknowledgement wanted);

	/**
	 * Open the one connection, or one for each master of a cluster, on which messages are
	 * heard.
	 * @param listener is told of messages, on a thread that must not be blocked
	 * @return the connection, without subscriptions
	 */
	RedisSubscriptions subscriptions(SubscriptionListener listener);

	/**
	 * Tell whether keys are spread over several masters by their slots.
	 * @return whether it is a Redis Cluster
	 */
	boolean isCluster();

	/**
	 * Ask a master what it says of itself; of a cluster, any.
	 * @param section a section of {@code INFO}
	 * @return the lines
	 */
	String info(String section);

	/**
	 * List keys of all masters, for people: a snapshot without guarantees, which does not
	 * block the server. The server looks at all its keys, whoever they belong to, so this
	 * ends with what was found when it has taken too long.
	 * @param pattern which keys, with {@code *} for any characters
	 * @param limit the most keys to return
	 * @param atMost after how long no more is asked
	 * @return the keys, and whether these are all
	 */
	ScannedKeys scan(String pattern, int limit, Duration atMost);

	/**
	 * Close what this transport has opened; the application's client stays open.
	 */
	@Override
	void close();

}
