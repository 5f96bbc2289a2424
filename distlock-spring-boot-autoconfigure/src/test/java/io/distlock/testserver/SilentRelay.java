package io.distlock.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a client and a Redis server, and lets connections that subscribe fall
 * silent: nothing passes on them any more, and nothing closes, while commands on others
 * go through.
 */
public final class SilentRelay implements AutoCloseable {

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final List<Link> links = new CopyOnWriteArrayList<>();

	private final ServerSocket listening;

	private final int target;

	private volatile boolean silent;

	/**
	 * Start a relay.
	 * @param target the server's port on this machine
	 */
	public SilentRelay(int target) throws IOException {
		this.target = target;
		this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		RelayLink.start(this::accept);
	}

	public int port() {
		return this.listening.getLocalPort();
	}

	/**
	 * Let each connection that subscribes, now or later, fall silent for ever, until
	 * {@link #heal}: those that subscribe after that are served.
	 */
	public void silence() {
		this.silent = true;
		this.links.forEach((link) -> link.silent |= link.subscribes);
	}

	/**
	 * Let no more connections fall silent. Those that have stay so.
	 */
	public void heal() {
		this.silent = false;
	}

	@Override
	public void close() throws IOException {
		this.listening.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listening.accept();
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			this.sockets.addAll(List.of(client, server));
			Link link = new Link();
			this.links.add(link);
			RelayLink.start(() -> copy(client, server, link, true));
			RelayLink.start(() -> copy(server, client, link, false));
		}
	}

	private void copy(Socket from, Socket to, Link link, boolean requests) throws IOException {
		byte[] bytes = new byte[65536];
		try {
			for (int length = from.getInputStream().read(bytes); length >= 0; length = from.getInputStream()
				.read(bytes)) {
				if (requests) {
					link.subscribes |= new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains("SUBSCRIBE");
				}
				link.silent |= link.subscribes && this.silent;
				if (!link.silent) {
					to.getOutputStream().write(bytes, 0, length);
				}
			}
		}
		finally {
			if (!link.silent) {
				from.close();
				to.close();
			}
		}
	}

	/**
	 * What is known of one connection.
	 */
	private static final class Link {

		private volatile boolean subscribes;

		private volatile boolean silent;

	}

}
