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

package io.distlock.redis.wakeup;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

import org.jspecify.annotations.Nullable;

/**
 * One channel, who is to be woken by it, and whether and where it is heard. Where belongs
 * to the thread of {@link RedisWakeUps}.
 */
final class WakeUpChannel {

	private final Set<Runnable> wakeUps = new CopyOnWriteArraySet<>();

	private final String name;

	private @Nullable Shard shard;

	private long since;

	private volatile boolean heard;

	WakeUpChannel(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
	}

	void add(Runnable wakeUp) {
		this.wakeUps.add(wakeUp);
	}

	/**
	 * Remove one who is to be woken.
	 * @return whether there are none left
	 */
	boolean remove(Runnable wakeUp) {
		this.wakeUps.remove(wakeUp);
		return this.wakeUps.isEmpty();
	}

	void wake() {
		this.wakeUps.forEach(Runnable::run);
	}

	/**
	 * Return whether a message from now on is heard.
	 */
	boolean isHeard() {
		return this.heard;
	}

	/**
	 * Return where the channel is subscribed to.
	 * @return the shard; {@code null} if none is known
	 */
	@Nullable Shard shard() {
		return this.shard;
	}

	void moveTo(Shard shard) {
		this.shard = shard;
		this.heard = false;
		this.since = System.nanoTime();
	}

	/**
	 * Note that messages are heard. Who waits asks once more then: there may have been
	 * one before.
	 */
	void confirm() {
		if (!this.heard) {
			this.heard = true;
			wake();
		}
	}

	/**
	 * Note that messages are not heard, and that it is not known where they are. Who
	 * waits asks on its own from now on.
	 */
	void displace() {
		boolean news = this.heard;
		this.shard = null;
		this.heard = false;
		if (news) {
			wake();
		}
	}

	boolean isUnconfirmedFor(long nanos) {
		return !this.heard && System.nanoTime() - this.since > nanos;
	}

}
