// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.LockContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TestNode;

/**
 * A node in a JVM of its own: takes a lock, reports it, and holds it until it is asked to
 * release it, or dies.
 *
 * @since 0.1.0
 */
public final class HolderProcess {

	static final Duration LEASE = Duration.ofSeconds(3);

	private HolderProcess() {
	}

	/**
	 * Hold a lock until a line or the end of the standard input.
	 * @param args the key, and the {@linkplain StoreUnderTest#address() address} of the
	 * store
	 * @throws Exception if anything goes wrong
	 */
	public static void main(String[] args) throws Exception {
		StoreUnderTest store = StoreUnderTest.open(List.of(args).subList(1, args.length));
		hold(store, args[0]);
		if (store instanceof AutoCloseable closeable) {
			closeable.close();
		}
	}

	private static void hold(StoreUnderTest store, String key) throws Exception {
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
		try (TestNode node = new TestNode(store, TestNode.SETTINGS)) {
			HeldLock lock = node.template.acquire(LockRequest.of(key).leaseTime(LEASE));
			System.out.println("HELD " + LockContract.token(lock));
			while (!commands.ready() && lock.isHeld()) {
				TimeUnit.MILLISECONDS.sleep(20);
			}
			if (!lock.isHeld()) {
				System.out.println("LOST");
			}
			commands.readLine();
			System.out.println("RELEASED " + lock.release());
		}
	}

}
