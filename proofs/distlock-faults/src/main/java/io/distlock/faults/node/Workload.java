// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.distlock.LockMode;
import io.distlock.LockTemplate;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.node.method.LockedMethods;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one round.
 */
final class Workload {

	private final List<Worker> workers = new ArrayList<>();

	private final List<Thread> threads = new ArrayList<>();

	private final LockTemplate template;

	private final Map<LockMode, LockedMethods> methods;

	private final NodeSettings settings;

	private final Ambush ambush;

	private final EventLog log;

	private final List<String> keys;

	Workload(LockTemplate template, Map<LockMode, LockedMethods> methods, NodeSettings settings, Ambush ambush,
			Grasp grasp, @Nullable Ledger ledger, EventLog log, List<String> keys, long seed) throws IOException {
		this.template = template;
		this.methods = methods;
		this.settings = settings;
		this.ambush = ambush;
		this.log = log;
		this.keys = keys;
		for (int number = 1; number <= settings.threads(); number++) {
			Worker worker = new Worker(template, methods, settings, ambush, grasp, ledger, log, keys,
					new Random(seed * 31 + number));
			this.workers.add(worker);
			this.threads.add(new Thread(worker, "worker-" + number));
		}
	}

	EventLog log() {
		return this.log;
	}

	List<String> keys() {
		return this.keys;
	}

	void start() {
		this.threads.forEach(Thread::start);
	}

	/**
	 * Take locks, each by a thread of its own, which is then one of the workers.
	 */
	void keep(Duration time, List<String> keys) throws IOException {
		for (String key : keys) {
			Worker keeper = new Worker(this.template, this.methods, this.settings, this.ambush, Grasp.of(time), null,
					this.log, List.of(key), new Random(key.hashCode()));
			Thread thread = new Thread(keeper::runOnce, "keeper-" + key);
			this.threads.add(thread);
			thread.start();
		}
	}

	void interrupt(int count) {
		List<Thread> shuffled = new ArrayList<>(this.threads);
		Collections.shuffle(shuffled);
		shuffled.stream().limit(count).forEach(Thread::interrupt);
	}

	/**
	 * Wait until all workers have ended what they do.
	 */
	void stop() {
		this.workers.forEach(Worker::stop);
		for (Thread thread : this.threads) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

}
