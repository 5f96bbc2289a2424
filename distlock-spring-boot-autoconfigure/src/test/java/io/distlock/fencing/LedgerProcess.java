// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;

/**
 * A node in a JVM of its own. A line {@code before-fenced}, {@code before-plain} or
 * {@code inside-fenced} makes it take the lock of each account, stop where the line says,
 * and go on after the line {@code GO}.
 */
public final class LedgerProcess {

	static final int ACCOUNTS = 10;

	private static final LongConsumer NOTHING = (token) -> {
	};

	private LedgerProcess() {
	}

	public static void main(String[] args) throws Exception {
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
		try (LedgerNode node = new LedgerNode(args[0], args[1])) {
			say("STARTED");
			for (String command = commands.readLine(); command != null; command = commands.readLine()) {
				CountDownLatch go = new CountDownLatch(1);
				for (int id = 0; id < ACCOUNTS; id++) {
					int account = id;
					String round = command;
					new Thread(() -> write(node.ledger, account, round, go)).start();
				}
				commands.readLine();
				go.countDown();
			}
		}
	}

	private static void write(LedgerNode.Ledger ledger, int id, String round, CountDownLatch go) {
		LongConsumer pause = (token) -> {
			say("READY " + token);
			awaitQuietly(go);
		};
		LongConsumer before = round.startsWith("before") ? pause : NOTHING;
		LongConsumer inside = round.startsWith("inside") ? pause : NOTHING;
		try {
			if (round.endsWith("fenced")) {
				ledger.writeFenced(id, before, inside);
			}
			else {
				ledger.writePlain(id, before, inside);
			}
			say("COMMITTED");
		}
		catch (StaleFencingTokenException ex) {
			say("STALE");
		}
		catch (RuntimeException ex) {
			say("FAILED " + ex);
		}
	}

	private static synchronized void say(String line) {
		System.out.println(line);
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
