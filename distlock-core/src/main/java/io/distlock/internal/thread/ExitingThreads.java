// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.thread;

import java.util.Arrays;

/**
 * Finds threads that wait for the end of the JVM, so that shutdown code does not wait for
 * them.
 *
 * @since 0.1.0
 */
public final class ExitingThreads {

	private ExitingThreads() {
	}

	/**
	 * Return whether a thread has called {@link System#exit}, which does not return.
	 * @param thread the thread
	 * @return {@code true} if the thread waits for shutdown hooks
	 */
	public static boolean isExiting(Thread thread) {
		return Arrays.stream(thread.getStackTrace()).anyMatch(ExitingThreads::isExit);
	}

	private static boolean isExit(StackTraceElement frame) {
		return frame.getClassName().equals("java.lang.Shutdown") && frame.getMethodName().equals("exit");
	}

}
