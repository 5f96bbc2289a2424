/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
