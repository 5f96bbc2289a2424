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

package io.distlock.provider;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecentReleasesTests {

	private static final LockKey KEY = new LockKey("app", "key");

	private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 10);

	private final RecentReleases releases = new RecentReleases(this.nanoTime::get);

	@Test
	void releaseIsKnownByKeyAndOwner() {
		this.releases.add(KEY, owner(1));
		assertThat(this.releases.contains(KEY, owner(1))).isTrue();
		assertThat(this.releases.contains(KEY, owner(2))).isFalse();
		assertThat(this.releases.contains(new LockKey("app", "other"), owner(1))).isFalse();
	}

	@Test
	void releaseIsForgottenAfterAMinute() {
		this.releases.add(KEY, owner(1));
		this.nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(59));
		assertThat(this.releases.contains(KEY, owner(1))).isTrue();
		this.nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(2));
		assertThat(this.releases.contains(KEY, owner(1))).isFalse();
	}

	@Test
	void onlyTheLastTenThousandAreKnown() {
		IntStream.rangeClosed(0, 10_000).forEach((number) -> this.releases.add(KEY, owner(number)));
		assertThat(this.releases.contains(KEY, owner(0))).isFalse();
		assertThat(this.releases.contains(KEY, owner(1))).isTrue();
		assertThat(this.releases.contains(KEY, owner(10_000))).isTrue();
	}

	private static LockOwner owner(int number) {
		return new LockOwner("owner-" + number);
	}

}
