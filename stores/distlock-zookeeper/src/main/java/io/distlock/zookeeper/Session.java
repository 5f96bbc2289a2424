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
 * Session of the client. Requests are sent at once and answered in the same order, so
 * several requests need one round trip. After the loss of a session, the client continues
 * with a new session without the former nodes.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 */
final class Session {

	private static final Logger logger = LoggerFactory.getLogger(Session.class);

	private static final int ANY_VERSION = -1;

	/**
	 * Size of a key in an answer: its name and length.
	 */
	private static final int KEY_BYTES = LockPath.KEY_LENGTH + 4;

	private static final int ANSWER_BYTES = 100;

	private static final long NEVER = Long.MIN_VALUE;

	private final ZooKeeper zooKeeper;

	private final long epoch = System.nanoTime();

	/**
	 * Time of the last request to which a majority of the servers has agreed, counted
	 * from the epoch.
	 */
	private final AtomicLong agreedAt = new AtomicLong(NEVER);

	private final Silence silence = new Silence(age());

	private volatile boolean over;

	/**
	 * Thread on which the client reports responses, and runs callbacks and watchers of
	 * the application.
	 */
	private volatile @Nullable Thread reader;

	Session(ZooKeeper zooKeeper) {
		this.zooKeeper = zooKeeper;
	}

	boolean isOf(ZooKeeper zooKeeper) {
		return this.zooKeeper == zooKeeper;
	}

	/**
	 * Return whether the session has definitely ended, together with its nodes.
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
	 * Close the connection, but not the session, if its server does not respond: the
	 * client continues the session on the next server, and pending requests fail.
	 * @param limit the maximum response time of a server
	 * @return the remaining response time of the server, or of its successor
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
	 * Return the time for which the session is guaranteed to be alive, counted from
	 * before a request was sent to which a majority of the servers has agreed.
	 * <p>
	 * The leader counts from an older event than this request. It receives the list of
	 * clients from each connected server twice per tick, a session lasts for at least two
	 * ticks, and an idle client sends a ping after a third of the timeout. The leader's
	 * knowledge is thus older than the request by up to a third plus a quarter of the
	 * timeout. A small part of the remaining time is reserved for clock drift.
	 */
	Duration trust() {
		return Duration.ofMillis(this.zooKeeper.getSessionTimeout()).multipliedBy(2).dividedBy(5);
	}

	/**
	 * Return the time for which the session is guaranteed to be alive, counted from now.
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
	 * Execute all operations or none.
	 * @return the result of each operation
	 */
	CompletableFuture<List<OpResult>> multi(List<Op> operations) {
		CompletableFuture<List<OpResult>> answer = agreement();
		this.zooKeeper.multi(operations, (code, path, context, results) -> complete(answer, code, path, results), null);
		return answer;
	}

	/**
	 * Read several nodes in one request, supported since ZooKeeper 3.6.
	 * @return the content of each node, {@code null} for a missing node
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
	 * Read the keys below a node, unless the answer might exceed the client's limit: an
	 * oversized answer would break the connection shared by all locks of the client.
	 * @param purpose the purpose of the request
	 * @param path the parent node of all keys
	 * @return the keys, empty if the node is missing
	 * @throws LockStoreException if there are too many keys, or without an answer
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
	 * Make a majority of the servers agree that the session is alive. Until it notices, a
	 * leader without a majority still answers reads and {@code sync}, while the other
	 * servers may have ended the session; but it cannot obtain an agreement. The
	 * transaction changes nothing, so no watch fires.
	 * @param path an existing node
	 */
	CompletableFuture<List<OpResult>> agree(String path) {
		return multi(List.of(Op.check(path, ANY_VERSION)));
	}

	/**
	 * Read the children from the leader, at a time when the session is guaranteed to be
	 * alive.
	 */
	CompletableFuture<List<String>> childrenOfLeader(String path) {
		CompletableFuture<?> first = isSureForNow() ? sync(path) : agree(path);
		return first.thenCombine(children(path), (done, names) -> names);
	}

	/**
	 * Verify that a lease granted now is usable: the remaining trusted time applies for
	 * the whole hold, regardless of renewals.
	 * @param path the node of the holder
	 * @param purpose the purpose of the lease
	 * @param deadline the deadline of the call
	 * @throws NoNodeException if the node is gone
	 * @throws LockStoreException if the servers did not agree in time
	 */
	void verifyExists(String path, String purpose, Deadline deadline) throws NoNodeException {
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
	 * Make the leader answer, so that subsequent requests see all earlier changes.
	 */
	CompletableFuture<Boolean> sync(String path) {
		CompletableFuture<Boolean> answer = new CompletableFuture<>();
		this.zooKeeper.sync(path, done(answer), null);
		return answer;
	}

	/**
	 * Remove a watch without waiting for an answer. If the removal fails, the watch fires
	 * without effect.
	 */
	void unwatch(String path) {
		this.zooKeeper.removeAllWatches(path, WatcherType.Data, false, (code, of, context) -> {
		}, null);
	}

	/**
	 * Return the answer to a request that is sent now and requires a majority.
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
	 * Created node.
	 *
	 * @param path the path
	 * @param stat the status
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
