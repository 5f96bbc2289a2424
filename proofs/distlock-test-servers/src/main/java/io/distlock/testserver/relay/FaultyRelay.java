// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a server, understands next to nothing of what they say, and
 * does to it what networks do: hold it up, hold it back in one direction or both, lose
 * the answer to a request that took effect, repeat a request, reset connections, and drop
 * what is said on them without a word.
 */
public final class FaultyRelay implements AutoCloseable {

	private final RelayGate requests = new RelayGate();

	private final RelayGate answers = new RelayGate();

	private final AtomicInteger answersToLose = new AtomicInteger();

	private final AtomicInteger answersToEnd = new AtomicInteger();

	private final List<RelayLink> links = new CopyOnWriteArrayList<>();

	private final ServerSocket listening;

	private volatile boolean refusing;

	private volatile boolean repeating;

	private volatile boolean silencing;

	private volatile boolean silencingAll;

	private volatile int target;

	/**
	 * Start a relay.
	 * @param target the server's port on this machine
	 */
	public FaultyRelay(int target) {
		try {
			this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.target = target;
		RelayLink.start(this::accept);
	}

	public int port() {
		return this.listening.getLocalPort();
	}

	/**
	 * Lead connections to another server from now on. Those that are there stay.
	 * @param target the server's port on this machine
	 */
	public void lead(int target) {
		this.target = target;
	}

	/**
	 * Hold up whatever passes, in both directions.
	 * @param delay for how long, zero for not at all
	 */
	public void delay(Duration delay) {
		this.requests.delay(delay);
		this.answers.delay(delay);
	}

	/**
	 * Hold up answers only, so that requests take effect long before a client hears of
	 * it.
	 * @param delay for how long, zero for not at all
	 */
	public void delayAnswers(Duration delay) {
		this.answers.delay(delay);
	}

	/**
	 * Hold back requests until {@link #heal}: connections stay, as they do where packets
	 * are dropped. What was sent meanwhile arrives late.
	 */
	public void holdRequests() {
		this.requests.close();
	}

	/**
	 * Hold back answers until {@link #heal}: requests take effect, and no client hears of
	 * it.
	 */
	public void holdAnswers() {
		this.answers.close();
	}

	/**
	 * Let answers pass again that were held back, and nothing else.
	 */
	public void passAnswers() {
		this.answers.open();
	}

	/**
	 * Drop all that is said from now on, in both directions, on the connections that are
	 * there: they stay half-open until the client gives them up, as where a firewall has
	 * forgotten them. New ones are well.
	 * @param listening those on which the client listens for releases, or all the others
	 * @return how many there are
	 */
	public int silence(boolean listening) {
		List<RelayLink> silenced = this.links.stream().filter((link) -> link.isListening() == listening).toList();
		silenced.forEach(RelayLink::silence);
		return silenced.size();
	}

	/**
	 * Drop all that is said on connections, also on new ones until {@link #serve}: those
	 * are accepted, and nothing comes back.
	 */
	public void silenceAll() {
		this.silencingAll = true;
		this.links.forEach(RelayLink::silence);
	}

	/**
	 * Drop all that the server says on the connections that are there. Requests take
	 * effect, and new connections are well.
	 */
	public void silenceAnswers() {
		this.links.forEach(RelayLink::silenceAnswers);
	}

	/**
	 * Drop all that is said on one of the connections that are there. The others, and new
	 * ones, are well.
	 * @param which chooses the connection, whatever the number
	 */
	public void silenceOne(int which) {
		List<RelayLink> known = List.copyOf(this.links);
		if (!known.isEmpty()) {
			known.get(Math.floorMod(which, known.size())).silence();
		}
	}

	/**
	 * Serve new connections again. Those that are silent stay so.
	 */
	public void serve() {
		this.silencingAll = false;
	}

	/**
	 * Drop all that is said on connections on which the client listens for releases, now
	 * or later, until {@link #serveListeners}.
	 */
	public void silenceListeners() {
		this.silencing = true;
		silence(true);
	}

	/**
	 * Let connections pass what is said on which the client begins to listen from now on.
	 * Those that are half-open stay so.
	 */
	public void serveListeners() {
		this.silencing = false;
	}

	/**
	 * Send each request twice from now on, as a proxy may that has lost its first answer:
	 * the client hears the second one. It is for protocols without a state of their
	 * connections, such as that of Redis.
	 */
	public void repeatRequests() {
		this.repeating = true;
	}

	/**
	 * Reset the connection instead of passing on an answer, for the next so many answers.
	 * @param count how many
	 */
	public void loseAnswers(int count) {
		this.answersToLose.set(count);
	}

	/**
	 * End the connection instead of passing on an answer, for the next so many answers.
	 * Clients that take this for a pause send the request again on another connection.
	 * @param count how many
	 */
	public void endInsteadOfAnswers(int count) {
		this.answersToEnd.set(count);
	}

	/**
	 * Reset all connections.
	 */
	public void reset() {
		this.links.forEach(RelayLink::reset);
	}

	/**
	 * Reset all connections, and each new one, until {@link #heal}.
	 */
	public void refuse() {
		this.refusing = true;
		reset();
	}

	/**
	 * Take the clients away, as where their machine is lost: to the server the
	 * connections that are there stay half-open, and there are no new ones until
	 * {@link #heal}.
	 */
	public void vanish() {
		this.refusing = true;
		this.links.forEach(RelayLink::silence);
	}

	/**
	 * Let everything pass again, also what was held back. Connections that are half-open
	 * are reset.
	 */
	public void heal() {
		this.links.stream().filter(RelayLink::isSilent).forEach(RelayLink::reset);
		this.refusing = false;
		this.repeating = false;
		this.silencing = false;
		this.silencingAll = false;
		this.answersToLose.set(0);
		this.answersToEnd.set(0);
		delay(Duration.ZERO);
		this.requests.open();
		this.answers.open();
	}

	/**
	 * Return how many connections there are.
	 */
	public int connections() {
		return this.links.size();
	}

	/**
	 * Return the first bytes that the server has said on each connection.
	 */
	public List<byte[]> greetings() {
		return this.links.stream().map(RelayLink::greeting).toList();
	}

	@Override
	public void close() {
		try {
			this.listening.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		reset();
		heal();
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listening.accept();
			RelayLink.start(() -> connect(client));
		}
	}

	private void connect(Socket client) throws IOException {
		if (this.refusing) {
			RelayLink.reset(client);
			return;
		}
		Socket server;
		try {
			server = new Socket(InetAddress.getLoopbackAddress(), this.target);
		}
		catch (IOException ex) {
			RelayLink.reset(client);
			return;
		}
		RelayLink link = new RelayLink(client, server, this.links::remove);
		this.links.add(link);
		if (this.silencingAll) {
			link.silence();
		}
		link.start(this.requests, this.answers, () -> losesAnswer(link), () -> this.repeating, () -> this.silencing);
	}

	private boolean losesAnswer(RelayLink link) {
		if (isNext(this.answersToEnd)) {
			link.end();
			return true;
		}
		return isNext(this.answersToLose);
	}

	private static boolean isNext(AtomicInteger count) {
		return count.getAndUpdate((left) -> Math.max(0, left - 1)) > 0;
	}

}
