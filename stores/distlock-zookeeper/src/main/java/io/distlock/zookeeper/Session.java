// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.WatcherType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session of the client. Requests are sent at once, and answered in the order in
 * which they were sent, so that several of them need one round trip. A client that has
 * lost its session continues with another, which owns none of the nodes of this one.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 */
final class Session {

	private static final Logger logger = LoggerFactory.getLogger(Session.class);

	private static final int ANY_VERSION = -1;

	/**
	 * The name of a key in an answer, with its length, and the rest of the answer.
	 */
	private static final int KEY_BYTES = LockPath.KEY_LENGTH + 4;

	private static final int ANSWER_BYTES = 100;

	private static final long NEVER = Long.MIN_VALUE;

	private final ZooKeeper zooKeeper;

	private final long epoch = System.nanoTime();

	/**
	 * Time of the last request that a majority of the servers has agreed to, counted from
	 * the epoch.
	 */
	private final AtomicLong agreedAt = new AtomicLong(NEVER);

	private final Silence silence = new Silence(age());

	private volatile boolean over;

	/**
	 * The thread on which the client reports responses, and runs the callbacks and
	 * watchers of the application.
	 */
	private volatile @Nullable Thread reader;

	Session(ZooKeeper zooKeeper) {
		this.zooKeeper = zooKeeper;
	}

	boolean isOf(ZooKeeper zooKeeper) {
		return this.zooKeeper == zooKeeper;
	}

	/**
	 * Return whether the session has surely ended, and its nodes with it.
	 */
	boolean isOver() {
		return this.over || !this.zooKeeper.getState().isAlive();
	}

	boolean isConnected() {
		return this.zooKeeper.getState().isConnected();
	}

	boolean isReadByCurrentThread() {
		return this.reader == Thread.currentThread();
	}

	void end() {
		this.over = true;
	}

	void connected() {
		this.silence.connected(age());
	}

	void disconnected() {
		this.silence.disconnected();
	}

	/**
	 * Give the connection up, but not the session, if its server does not respond: the
	 * client goes to the next server with it, and requests without a response fail.
	 * @param limit how long a server may take
	 * @return how long it may still take, or the next one
	 */
	Duration leaveIfSilent(Duration limit) {
		return this.silence.limit(limit, age(), this::leave);
	}

	private void leave() {
		try {
			this.zooKeeper.getTestable().closeSocket();
			// The client may not check its connection before it has something to send.
			this.zooKeeper.exists("/", false, (code, path, context, stat) -> {
			}, null);
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("Could not leave a server that does not answer", ex);
		}
	}

	long id() {
		return this.zooKeeper.getSessionId();
	}

	/**
	 * Return for how long, counted from before a request was sent that a majority of the
	 * servers has agreed to, the session surely lives.
	 * <p>
	 * The leader does not count from that request. It hears of clients from the server
	 * that each is connected to, twice in each tick, and a session lasts two ticks at
	 * least; and a client that has nothing to say speaks up after a third of the timeout.
	 * So what the leader knows is older than the request by a third and a quarter of the
	 * timeout, and of the rest a little is left out of account for clocks.
	 */
	Duration trust() {
		return Duration.ofMillis(this.zooKeeper.getSessionTimeout()).multipliedBy(2).dividedBy(5);
	}

	/**
	 * Return for how long, counted from now, the session surely lives.
	 */
	Duration trustLeft() {
		long agreedAt = this.agreedAt.get();
		Duration left = (agreedAt != NEVER) ? trust().minusNanos(age() - agreedAt) : Duration.ZERO;
		return left.isNegative() ? Duration.ZERO : left;
	}

	private long age() {
		return System.nanoTime() - this.epoch;
	}

	CompletableFuture<CreatedNode> create(String path, byte[] data, List<ACL> acl, CreateMode mode) {
		CompletableFuture<CreatedNode> answer = agreement();
		this.zooKeeper.create(path, data, acl, mode,
				(code, of, context, name, stat) -> complete(answer, code, of, new CreatedNode(name, stat)), null);
		return answer;
	}

	CompletableFuture<Boolean> delete(String path) {
		CompletableFuture<Boolean> answer = agreement();
		this.zooKeeper.delete(path, ANY_VERSION, done(answer), null);
		return answer;
	}

	CompletableFuture<Stat> setData(String path, byte[] data) {
		CompletableFuture<Stat> answer = agreement();
		this.zooKeeper.setData(path, data, ANY_VERSION, (code, of, context, stat) -> complete(answer, code, of, stat),
				null);
		return answer;
	}

	/**
	 * Do all of it or nothing.
	 * @return the result of each
	 */
	CompletableFuture<List<OpResult>> multi(List<Op> operations) {
		CompletableFuture<List<OpResult>> answer = agreement();
		this.zooKeeper.multi(operations, (code, path, context, results) -> complete(answer, code, path, results), null);
		return answer;
	}

	/**
	 * Read many nodes in one request, which servers know since 3.6.
	 * @return what each of them holds, {@code null} where there is none
	 */
	CompletableFuture<List<@Nullable NodeData>> dataOfAll(List<String> paths) {
		CompletableFuture<List<@Nullable NodeData>> answer = new CompletableFuture<>();
		this.zooKeeper.multi(paths.stream().map(Op::getData).toList(), (code, of, context, results) -> {
			List<OpResult> each = (results != null) ? results : List.of();
			int failure = each.isEmpty() ? code
					: each.stream().mapToInt(Session::failure).filter((some) -> some != 0).findFirst().orElse(0);
			complete(answer, failure, of, each.stream().map(Session::data).toList());
		}, null);
		return answer;
	}

	private static int failure(OpResult result) {
		boolean failed = result instanceof OpResult.ErrorResult error && error.getErr() != Code.NONODE.intValue();
		return failed ? ((OpResult.ErrorResult) result).getErr() : Code.OK.intValue();
	}

	private static @Nullable NodeData data(OpResult result) {
		return (result instanceof OpResult.GetDataResult found) ? NodeData.of(found.getData(), found.getStat()) : null;
	}

	CompletableFuture<List<String>> children(String path) {
		return children(path, null);
	}

	CompletableFuture<List<String>> children(String path, @Nullable Watcher watcher) {
		CompletableFuture<List<String>> answer = new CompletableFuture<>();
		this.zooKeeper.getChildren(path, watcher,
				(int code, String of, Object context, List<String> names) -> complete(answer, code, of, names), null);
		return answer;
	}

	/**
	 * Read the keys below a node, unless there may be more than the client takes in one
	 * answer: that would break the connection, which all locks of the client share.
	 * @param purpose what they are for
	 * @param path the node above all keys
	 * @return the keys, none if that node is not there
	 * @throws LockStoreException if there are too many, or there was no answer
	 */
	List<String> keys(String purpose, String path) {
		Stat above = ZooKeeperReplies.find(purpose, exists(path));
		int found = (above != null) ? above.getNumChildren() : 0;
		int longest = this.zooKeeper.getClientConfig()
			.getInt(ZKClientConfig.JUTE_MAXBUFFER, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
		if (found > (longest - ANSWER_BYTES) / KEY_BYTES) {
			throw new LockStoreException(
					"Could not %s in ZooKeeper: '%s' has %d nodes, whose names may be longer than the %d bytes that the client takes in one answer. Set its system property 'jute.maxbuffer' to %d or more."
						.formatted(purpose, path, found, longest, (long) found * KEY_BYTES + ANSWER_BYTES),
					Outcome.PERMANENT, null);
		}
		List<String> keys = (above != null) ? ZooKeeperReplies.find(purpose, children(path)) : null;
		return (keys != null) ? keys : List.of();
	}

	/**
	 * Have a majority of the servers agree that the session lives. A leader that has lost
	 * the others answers reads, and even {@code sync}, until it notices, while they may
	 * have ended the session; but it cannot have them agree to anything. The transaction
	 * changes nothing, so no watch fires.
	 * @param path a node that is there
	 */
	CompletableFuture<List<OpResult>> agree(String path) {
		return multi(List.of(Op.check(path, ANY_VERSION)));
	}

	/**
	 * Read the children as the leader has them, at a time when the session surely lives.
	 */
	CompletableFuture<List<String>> childrenOfLeader(String path) {
		CompletableFuture<?> first = isSureForNow() ? sync(path) : agree(path);
		return first.thenCombine(children(path), (done, names) -> names);
	}

	/**
	 * Make sure that a lease that is granted now is worth having: what is left of the
	 * trust is for as long as the lock is held, however often it is renewed.
	 * @param path the node of the holder
	 * @param purpose what the lease is for
	 * @param deadline how long that may take
	 * @throws NoNodeException if that node is gone
	 * @throws LockStoreException if the servers did not agree, or too slowly
	 */
	void beSure(String path, String purpose, Deadline deadline) throws NoNodeException {
		if (isSureForNow()) {
			return;
		}
		ZooKeeperReplies.await(purpose, agree(path), deadline);
		if (!isSureForNow()) {
			throw new LockStoreException(
					"Could not %s in ZooKeeper. Its response arrived when the session had nearly expired: it was unreachable or paused meanwhile, or is too slow for this session timeout"
						.formatted(purpose),
					Outcome.TRANSIENT, null);
		}
	}

	private boolean isSureForNow() {
		return trustLeft().compareTo(trust().dividedBy(2)) > 0;
	}

	CompletableFuture<Stat> exists(String path) {
		CompletableFuture<Stat> answer = new CompletableFuture<>();
		this.zooKeeper.exists(path, false, (code, of, context, stat) -> complete(answer, code, of, stat), null);
		return answer;
	}

	CompletableFuture<NodeData> data(String path, @Nullable Watcher watcher) {
		CompletableFuture<NodeData> answer = new CompletableFuture<>();
		this.zooKeeper.getData(path, watcher,
				(code, of, context, data, stat) -> complete(answer, code, of, NodeData.of(data, stat)), null);
		return answer;
	}

	/**
	 * Have the leader answer, and make what follows see everything that was done before.
	 */
	CompletableFuture<Boolean> sync(String path) {
		CompletableFuture<Boolean> answer = new CompletableFuture<>();
		this.zooKeeper.sync(path, done(answer), null);
		return answer;
	}

	/**
	 * Watch a node no longer, and wait for no answer: at worst the watch fires in vain.
	 */
	void unwatch(String path) {
		this.zooKeeper.removeAllWatches(path, WatcherType.Data, false, (code, of, context) -> {
		}, null);
	}

	/**
	 * Return the answer to a request that is sent now, and needs a majority.
	 */
	private <T> CompletableFuture<T> agreement() {
		long sentAt = age();
		CompletableFuture<T> answer = new CompletableFuture<>();
		answer.thenRun(() -> this.agreedAt.accumulateAndGet(sentAt, Math::max));
		return answer;
	}

	private VoidCallback done(CompletableFuture<Boolean> answer) {
		return (code, path, context) -> complete(answer, code, path, true);
	}

	private <T> void complete(CompletableFuture<T> answer, int code, String path, T result) {
		if (code != Code.CONNECTIONLOSS.intValue()) {
			this.silence.heard(age());
		}
		if (code == Code.OK.intValue()) {
			// A request to a client that is closed fails on the thread that makes it.
			this.reader = Thread.currentThread();
			answer.complete(result);
		}
		else {
			answer.completeExceptionally(KeeperException.create(Code.get(code), path));
		}
	}

	/**
	 * A node that was made.
	 *
	 * @param path its path
	 * @param stat its status
	 */
	record CreatedNode(String path, Stat stat) {

	}

	/**
	 * Content of a node.
	 *
	 * @param data the bytes
	 * @param stat its status
	 */
	record NodeData(byte[] data, Stat stat) {

		private static final byte[] NO_DATA = {};

		static NodeData of(byte @Nullable [] data, Stat stat) {
			return new NodeData((data != null) ? data : NO_DATA, stat);
		}

	}

}
