// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.zookeeper;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between clients and a ZooKeeper server, and understands as much of what they say
 * as is needed to count requests, round trips and fired watches, to lose an answer whose
 * request took effect, and to cut the connection.
 */
public final class ZooKeeperRelay implements AutoCloseable {

	/**
	 * The request that makes a node, and answers with its status.
	 */
	public static final int CREATE = 15;

	/**
	 * The request that removes a node.
	 */
	public static final int DELETE = 2;

	private static final int PING = 11;

	private static final int NOTIFICATION = -1;

	private final AtomicInteger roundTrips = new AtomicInteger();

	private final AtomicInteger notifications = new AtomicInteger();

	private final AtomicInteger answerToLose = new AtomicInteger();

	private final Map<Integer, AtomicInteger> requests = new ConcurrentHashMap<>();

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final ServerSocket listening;

	private final int target;

	private volatile boolean cut;

	private volatile Duration delay = Duration.ZERO;

	/**
	 * Start a relay.
	 * @param target the server's port on this machine
	 */
	public ZooKeeperRelay(int target) {
		try {
			this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.target = target;
		start(this::accept);
	}

	public String connectString() {
		return "127.0.0.1:" + this.listening.getLocalPort();
	}

	/**
	 * Return how often a client spoke after the server had, pings left out.
	 */
	public int roundTrips() {
		return this.roundTrips.get();
	}

	/**
	 * Return how many watches have fired.
	 */
	public int notifications() {
		return this.notifications.get();
	}

	/**
	 * Return how many requests of a type there were.
	 */
	public int requests(int type) {
		return counter(type).get();
	}

	/**
	 * Hold each answer back, so that requests which do not wait for an answer are seen
	 * before it.
	 */
	public void delayAnswers(Duration delay) {
		this.delay = delay;
	}

	/**
	 * Lose the next answer to a request of this type, and the connection with it.
	 */
	public void loseAnswerTo(int type) {
		this.answerToLose.set(type);
	}

	public boolean hasLostAnswer() {
		return this.answerToLose.get() == 0;
	}

	/**
	 * Cut all connections, and refuse new ones.
	 */
	public void cut() {
		this.cut = true;
		closeAll();
	}

	public void heal() {
		this.cut = false;
	}

	@Override
	public void close() throws IOException {
		this.listening.close();
		closeAll();
	}

	private void closeAll() {
		this.sockets.forEach(ZooKeeperRelay::close);
		this.sockets.clear();
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private AtomicInteger counter(int type) {
		return this.requests.computeIfAbsent(type, (any) -> new AtomicInteger());
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listening.accept();
			if (this.cut) {
				client.close();
				continue;
			}
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
			this.sockets.addAll(List.of(client, server));
			Conversation conversation = new Conversation();
			start(() -> copy(client, server, conversation::request));
			start(() -> copy(server, client, (message) -> {
				LockSupport.parkNanos(this.delay.toNanos());
				return conversation.answer(message);
			}));
		}
	}

	/**
	 * Copy whole messages, each with its length before it. The first one on a connection
	 * opens a session, and has no header.
	 */
	private static void copy(Socket from, Socket to, Filter filter) throws IOException {
		try (from; to) {
			DataInputStream in = new DataInputStream(from.getInputStream());
			DataOutputStream out = new DataOutputStream(to.getOutputStream());
			boolean first = true;
			while (true) {
				byte[] message = new byte[in.readInt()];
				in.readFully(message);
				if (!first && !filter.passes(ByteBuffer.wrap(message))) {
					return;
				}
				first = false;
				byte[] framed = ByteBuffer.allocate(message.length + 4).putInt(message.length).put(message).array();
				out.write(framed);
				out.flush();
			}
		}
	}

	private static void start(IoTask task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// One side has closed its connection, so this relay is done with it.
			}
		}, "zookeeper-relay");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * What is said on one connection.
	 */
	private final class Conversation {

		private final Map<Integer, Integer> types = new ConcurrentHashMap<>();

		private boolean serverSpokeLast = true;

		synchronized boolean request(ByteBuffer message) {
			int number = message.getInt();
			int type = message.getInt();
			if (type != PING) {
				this.types.put(number, type);
				counter(type).incrementAndGet();
				if (this.serverSpokeLast) {
					ZooKeeperRelay.this.roundTrips.incrementAndGet();
				}
				this.serverSpokeLast = false;
			}
			return true;
		}

		synchronized boolean answer(ByteBuffer message) {
			int number = message.getInt();
			if (number == NOTIFICATION) {
				ZooKeeperRelay.this.notifications.incrementAndGet();
				return true;
			}
			Integer type = this.types.remove(number);
			if (type == null) {
				return true;
			}
			this.serverSpokeLast = true;
			return !ZooKeeperRelay.this.answerToLose.compareAndSet(type, 0);
		}

	}

	private interface Filter {

		boolean passes(ByteBuffer message);

	}

	private interface IoTask {

		void run() throws IOException;

	}

}
