// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;

/**
 * Waits for one node to go. Also wakes up when the connection changes, since then it is
 * time to ask whether the session still lives.
 */
final class NodeWatch implements Watcher {

	private final String path;

	private final Runnable wakeUp;

	private volatile boolean fired;

	NodeWatch(String path, Runnable wakeUp) {
		this.path = path;
		this.wakeUp = wakeUp;
	}

	@Override
	public void process(WatchedEvent event) {
		if (event.getType() != Event.EventType.None) {
			this.fired = true;
		}
		this.wakeUp.run();
	}

	String path() {
		return this.path;
	}

	boolean isFired() {
		return this.fired;
	}

}
