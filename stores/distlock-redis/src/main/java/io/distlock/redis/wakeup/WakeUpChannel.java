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

import org.jspecify.annotations.Nullable;

/**
 * One channel, and whether and where it is heard. Where belongs to the thread of
 * {@link RedisWakeUps}.
 */
final class WakeUpChannel {

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
	 * Note that messages are heard.
	 * @return whether that is news: those who wait ask once more then, since there may
	 * have been a message before
	 */
	boolean confirm() {
		boolean news = !this.heard;
		this.heard = true;
		return news;
	}

	/**
	 * Note that messages are not heard, and that it is not known where they are.
	 * @return whether that is news: those who wait ask on their own from now on
	 */
	boolean displace() {
		boolean news = this.heard;
		this.shard = null;
		this.heard = false;
		return news;
	}

	boolean isUnconfirmedFor(long nanos) {
		return !this.heard && System.nanoTime() - this.since > nanos;
	}

}
