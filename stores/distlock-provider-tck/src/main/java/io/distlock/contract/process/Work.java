// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.time.Duration;
import java.util.List;

import io.distlock.LockRequest;

/**
 * What a process is to do.
 *
 * @param what how it holds the key, or that it stands for a role
 * @param key the key, or the role
 * @param permits how many permits there are, or 0
 * @param threads how many threads hold the key
 * @param pause for how long each of them pauses after that, in nanoseconds
 * @param lease the lease
 * @param notes the file to note it in
 */
record Work(String what, String key, int permits, int threads, long pause, Duration lease, String notes) {

	static final Duration LEASE = Duration.ofSeconds(2);

	private static final String LEAD = "LEAD";

	private static final Duration WAIT = Duration.ofMinutes(1);

	static Work permits(String key, int permits, int threads) {
		return new Work(Kind.PERMIT.name(), key, permits, threads, 0, LEASE, "");
	}

	static Work reads(String key, int threads, Duration pause) {
		return new Work(Kind.SHARED.name(), key, 0, threads, pause.toNanos(), LEASE, "");
	}

	static Work writes(String key, Duration pause) {
		return new Work(Kind.EXCLUSIVE.name(), key, 0, 1, pause.toNanos(), LEASE, "");
	}

	static Work leads(String role) {
		return new Work(LEAD, role, 0, 0, 0, LEASE, "");
	}

	static Work of(List<String> arguments) {
		return new Work(arguments.get(0), arguments.get(1), Integer.parseInt(arguments.get(2)),
				Integer.parseInt(arguments.get(3)), Long.parseLong(arguments.get(4)), Duration.parse(arguments.get(5)),
				arguments.get(6));
	}

	List<String> arguments(String notes) {
		return List.of(this.what, this.key, String.valueOf(this.permits), String.valueOf(this.threads),
				String.valueOf(this.pause), this.lease.toString(), notes);
	}

	boolean leads() {
		return this.what.equals(LEAD);
	}

	Kind kind() {
		return Kind.valueOf(this.what);
	}

	LockRequest request() {
		LockRequest request = LockRequest.of(this.key).leaseTime(this.lease).waitTime(WAIT);
		return switch (kind()) {
			case SHARED -> request.shared();
			case PERMIT -> request.permits(this.permits);
			default -> request;
		};
	}

}
