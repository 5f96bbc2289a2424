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
