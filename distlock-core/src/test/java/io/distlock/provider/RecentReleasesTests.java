// SPDX-License-Identifier: Apache-2.0

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
