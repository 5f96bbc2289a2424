// SPDX-License-Identifier: Apache-2.0

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
