// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Ends this process when the process that started it has gone, however it went. The pipe
 * to standard input is the lifeline: the operating system closes it with the parent. A
 * process that was not told to hold on to it, for example because a user started it from
 * a shell, lives on its own.
 */
public final class Lifeline {

	private static final String VARIABLE = "SHOP_LIFELINE";

	private static final String STANDARD_INPUT = "stdin";

	private static final long GRACE_SECONDS = 10;

	private Lifeline() {
	}

	/**
	 * Make a process that is about to be started hold on to the lifeline.
	 * @param environment the environment of the new process
	 */
	public static void attach(Map<String, String> environment) {
		environment.put(VARIABLE, STANDARD_INPUT);
	}

	/**
	 * Hold on to the lifeline if the process that started this one says so.
	 */
	public static void holdOn() {
		if (STANDARD_INPUT.equals(System.getenv(VARIABLE))) {
			daemon("lifeline", Lifeline::awaitEnd).start();
		}
	}

	private static void awaitEnd() {
		try {
			while (System.in.read() != -1) {
				// what the parent says does not matter
			}
		}
		catch (IOException ex) {
			// a broken pipe is an end, too
		}
		daemon("lifeline-grace", Lifeline::haltAfterGrace).start();
		System.exit(0);
	}

	private static void haltAfterGrace() {
		try {
			TimeUnit.SECONDS.sleep(GRACE_SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		Runtime.getRuntime().halt(1);
	}

	private static Thread daemon(String name, Runnable work) {
		Thread thread = new Thread(work, name);
		thread.setDaemon(true);
		return thread;
	}

}
