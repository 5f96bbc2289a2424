// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a connection over a network: what is sent arrives a fixed time later,
 * and does not wait for what was sent before it to arrive.
 */
final class DelayLine {

	/**
	 * A parked thread comes back some fifty microseconds late, since the system collects
	 * timers, so it is woken early and spins for the rest.
	 */
	private static final long SPIN_NANOS = 60_000;

	private static final Packet END = new Packet(new byte[0], 0);

	private final BlockingQueue<Packet> onTheWay = new LinkedBlockingQueue<>();

	private final long delayNanos;

	DelayLine(Duration delay) {
		this.delayNanos = delay.toNanos();
	}

	void send(byte[] buffer, int length) {
		this.onTheWay.add(new Packet(Arrays.copyOf(buffer, length), System.nanoTime() + this.delayNanos));
	}

	/**
	 * Nothing more is sent.
	 */
	void end() {
		this.onTheWay.add(END);
	}

	/**
	 * Deliver what is sent, and close the connection after the last of it.
	 * @param to where it goes
	 */
	void deliverTo(Socket to) throws IOException {
		try (Socket receiver = to; OutputStream out = receiver.getOutputStream()) {
			for (Packet packet = next(); packet != END; packet = next()) {
				packet.awaitArrival();
				out.write(packet.bytes());
			}
		}
	}

	private Packet next() throws IOException {
		try {
			return this.onTheWay.take();
		}
		catch (InterruptedException ex) {
			throw new IOException("A relay was interrupted", ex);
		}
	}

	/**
	 * What one side has said at once.
	 *
	 * @param bytes what it is
	 * @param arrival when it is to arrive, by {@link System#nanoTime()}
	 */
	private record Packet(byte[] bytes, long arrival) {

		void awaitArrival() {
			for (long left = left(); left > 0; left = left()) {
				if (left > SPIN_NANOS) {
					LockSupport.parkNanos(left - SPIN_NANOS);
				}
				else {
					Thread.onSpinWait();
				}
			}
		}

		private long left() {
			return this.arrival - System.nanoTime();
		}

	}

}
