// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.DaemonThreads;

/**
 * Runs asynchronous methods that have got their lock, and their releases. Has a thread
 * for every task, so that no task waits for another, and none when there is nothing to
 * do. Needs no shutdown: what is left to release at the end is still released.
 */
final class AsyncCallExecutor implements Executor {

	private final ThreadPoolExecutor threads;

	AsyncCallExecutor() {
		this.threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(),
				DaemonThreads.numbered("distlock-async-"));
	}

	@Override
	public void execute(Runnable task) {
		this.threads.execute(task);
	}

}
