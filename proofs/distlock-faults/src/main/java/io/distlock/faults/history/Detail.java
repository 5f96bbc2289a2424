// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

/**
 * Names of what only some events have.
 *
 * @since 0.1.0
 */
public final class Detail {

	/** How long an attempt may wait, in nanoseconds. */
	public static final String WAIT_NANOS = "waitNanos";

	/** {@value #SHARED} or {@value #PERMIT}; none of one who wants the key alone. */
	public static final String MODE = "mode";

	/** The key is shared. */
	public static final String SHARED = "shared";

	/** A permit is taken. */
	public static final String PERMIT = "permit";

	/** How many permits there are, as the node has it. */
	public static final String PERMITS = "permits";

	/** The lease that was left when the lock was granted or trusted, in nanoseconds. */
	public static final String REMAINING_NANOS = "remainingNanos";

	/** Whether the thread had the lock before. */
	public static final String REENTRANT = "reentrant";

	/**
	 * Whether the lease of a grant is renewed; one that is not may end without a fault.
	 */
	public static final String RENEWED = "renewed";

	/** Class and message of an error. */
	public static final String ERROR = "error";

	/** Whether a released lock was held until then. */
	public static final String HELD = "held";

	/** Whether the register took an attempt. */
	public static final String ACCEPTED = "accepted";

	/** The name of a fault. */
	public static final String NAME = "name";

	/** {@value #BEGIN} or {@value #END} of a fault. */
	public static final String PHASE = "phase";

	/** What a fault does to whom, for readers. */
	public static final String DETAIL = "detail";

	/** The keys that a fault leaves alone, with commas between them. */
	public static final String SPARED = "spared";

	/** The node that a fault kills or freezes. */
	public static final String TARGET = "target";

	/** The place in the register's order. */
	public static final String SEQ = "seq";

	/** {@value #READ} or {@value #WRITE} of the register. */
	public static final String KIND = "kind";

	/** The value that was read or written. */
	public static final String VALUE = "value";

	/** The name of a job. */
	public static final String JOB = "job";

	/** The fire time of a job, as ISO-8601. */
	public static final String FIRE_TIME = "fireTime";

	/** How much later than it wished a process was woken, in nanoseconds. */
	public static final String LATE_NANOS = "lateNanos";

	/** What is left. */
	public static final String WHAT = "what";

	/** How many are left. */
	public static final String COUNT = "count";

	/** The {@link #PHASE} before a fault. */
	public static final String BEGIN = "begin";

	/** The {@link #PHASE} after a fault. */
	public static final String END = "end";

	/** The {@link #KIND} of a read. */
	public static final String READ = "read";

	/** The {@link #KIND} of a write. */
	public static final String WRITE = "write";

	/** The {@link #NAME} of a fault that ends the {@link #TARGET} without notice. */
	public static final String KILL = "kill";

	/** The {@link #NAME} of a fault that stops the {@link #TARGET} for a while. */
	public static final String FREEZE = "freeze";

	private Detail() {
	}

}
