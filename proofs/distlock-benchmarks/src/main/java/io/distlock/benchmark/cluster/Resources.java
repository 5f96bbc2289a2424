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

package io.distlock.benchmark.cluster;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

import com.sun.management.OperatingSystemMXBean;

/**
 * What this JVM takes.
 */
final class Resources {

	private Resources() {
	}

	/**
	 * Return the CPU time of all threads, with those of the JVM itself, in nanoseconds.
	 */
	static long cpuTime() {
		return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
	}

	/**
	 * Return the bytes that are in use after a collection.
	 */
	static long heap() {
		MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
		memory.gc();
		memory.gc();
		return memory.getHeapMemoryUsage().getUsed();
	}

	/**
	 * Return the number of living threads.
	 */
	static long threads() {
		return ManagementFactory.getThreadMXBean().getThreadCount();
	}

	/**
	 * Return the number of living threads that distlock has started.
	 */
	static long ownThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("distlock"))
			.count();
	}

}
