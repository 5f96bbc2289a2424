// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Keys found by a scan, limited in number and time.
 *
 * @since 0.1.0
 */
public final class KeyScan {

	/**
	 * Maximum time of a scan for a waiting caller.
	 */
	public static final Duration MAX_SCAN_TIME = Duration.ofSeconds(5);

	private final Set<String> found = new LinkedHashSet<>();

	private final long start = System.nanoTime();

	private final int limit;

	private final long atMost;

	private boolean begun;

	private boolean cut;

	// Begins a scan for which so many keys are enough, and that asks no more after a
	// while.
	public KeyScan(int limit, Duration atMost) {
		this.limit = limit;
		this.atMost = atMost.toNanos();
	}

	public void add(Collection<String> keys) {
		this.begun = true;
		this.found.addAll(keys);
	}

	// Returns whether to ask for more, of which there is some; once always. If not, the
	// scan is not complete.
	public boolean wantsMore() {
		boolean more = !this.begun || this.found.size() < this.limit && System.nanoTime() - this.start < this.atMost;
		this.cut |= !more;
		return more;
	}

	// Not all servers were asked.
	public void cut() {
		this.cut = true;
	}

	public List<String> keys() {
		return this.found.stream().limit(this.limit).toList();
	}

	public boolean complete() {
		return !this.cut && this.found.size() <= this.limit;
	}

}
