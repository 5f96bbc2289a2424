// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Makes events, at the time of the call; {@link EventLog} says by whom. Make an event
 * <em>before</em> a call where its {@link EventType} says so, and append it afterwards if
 * it depends on the answer.
 *
 * @since 0.1.0
 */
public final class Events {

	private Events() {
	}

	/**
	 * An attempt begins.
	 * @param key the key
	 * @param op the attempt
	 * @param waitNanos how long it may wait
	 * @return the event
	 */
	public static Event acquire(String key, long op, long waitNanos) {
		return event(EventType.ACQUIRE, key, op, null).with(Detail.WAIT_NANOS, waitNanos);
	}

	/**
	 * An attempt got the lock.
	 * @param key the key
	 * @param op the attempt
	 * @param token the fencing token
	 * @param remainingNanos the lease that is left
	 * @param reentrant whether the thread had it before
	 * @return the event
	 */
	public static Event granted(String key, long op, long token, long remainingNanos, boolean reentrant) {
		return event(EventType.GRANTED, key, op, token).with(Detail.REMAINING_NANOS, remainingNanos)
			.with(Detail.REENTRANT, reentrant);
	}

	/**
	 * An attempt ended without the lock.
	 * @param type {@link EventType#BUSY} or {@link EventType#INTERRUPTED}
	 * @param key the key
	 * @param op the attempt
	 * @return the event
	 */
	public static Event ended(EventType type, String key, long op) {
		return event(type, key, op, null);
	}

	/**
	 * An attempt ended in an error of the provider.
	 * @param key the key
	 * @param op the attempt
	 * @param error what was thrown
	 * @return the event
	 */
	public static Event failed(String key, long op, Throwable error) {
		return event(EventType.FAILED, key, op, null).with(Detail.ERROR, error.toString());
	}

	/**
	 * A step of a holder.
	 * @param type {@link EventType#TRUSTED}, {@link EventType#LOST} or
	 * {@link EventType#RELEASE}
	 * @param key the key
	 * @param op the attempt that got the lock
	 * @param token its fencing token
	 * @return the event
	 */
	public static Event holder(EventType type, String key, long op, long token) {
		return event(type, key, op, token);
	}

	/**
	 * The register answered a write.
	 * @param key the resource
	 * @param op the attempt that got the lock
	 * @param token its fencing token
	 * @param accepted what the register said
	 * @return the event
	 */
	public static Event write(String key, long op, long token, boolean accepted) {
		return event(EventType.WRITE, key, op, token).with(Detail.ACCEPTED, accepted);
	}

	/**
	 * A lock was released.
	 * @param key the key
	 * @param op the attempt that got the lock
	 * @param token its fencing token
	 * @param held whether it was held until then
	 * @return the event
	 */
	public static Event released(String key, long op, long token, boolean held) {
		return event(EventType.RELEASED, key, op, token).with(Detail.HELD, held);
	}

	/**
	 * A release threw.
	 * @param key the key
	 * @param op the attempt that got the lock
	 * @param token its fencing token
	 * @param error what was thrown
	 * @return the event
	 */
	public static Event releaseFailed(String key, long op, long token, Throwable error) {
		return event(EventType.RELEASE_FAILED, key, op, token).with(Detail.ERROR, error.toString());
	}

	/**
	 * A fault begins or has ended. {@link Detail#KILL} and {@link Detail#FREEZE} with a
	 * target tell the checks of a process that can write no events: make the begin before
	 * the signal is sent, and the end when the process is gone, or goes on.
	 * @param name its name
	 * @param phase {@link Detail#BEGIN} or {@link Detail#END}
	 * @param target the node it kills or freezes, or {@code null}
	 * @param detail what it does, for readers
	 * @return the event
	 */
	public static Event fault(String name, String phase, @Nullable String target, String detail) {
		Event fault = event(EventType.FAULT, null, null, null).with(Detail.NAME, name).with(Detail.PHASE, phase);
		Event aimed = (target != null) ? fault.with(Detail.TARGET, target) : fault;
		return aimed.with(Detail.DETAIL, detail);
	}

	/**
	 * The register decided. Say {@link Event#by(String, String)} whose attempt it was.
	 * @param key the resource
	 * @param op the attempt that sent the token
	 * @param token the token
	 * @param seq the place in the register's order
	 * @param kind {@link Detail#READ} or {@link Detail#WRITE}
	 * @param accepted whether it was accepted
	 * @param value the value after that
	 * @return the event
	 */
	public static Event register(String key, long op, long token, long seq, String kind, boolean accepted, long value) {
		return event(EventType.REGISTER, key, op, token).with(Detail.SEQ, seq)
			.with(Detail.KIND, kind)
			.with(Detail.ACCEPTED, accepted)
			.with(Detail.VALUE, value);
	}

	/**
	 * A step of a job.
	 * @param type {@link EventType#RUN_START} or {@link EventType#RUN_END}
	 * @param job its name
	 * @param fireTime its fire time, as ISO-8601
	 * @param token the fencing token of the run
	 * @return the event
	 */
	public static Event job(EventType type, String job, String fireTime, long token) {
		return event(type, null, null, token).with(Detail.JOB, job).with(Detail.FIRE_TIME, fireTime);
	}

	/**
	 * The machine had no time for a process. The time of the event is the end of that.
	 * @param nanos for how long, all in all
	 * @return the event
	 */
	public static Event stall(long nanos) {
		return event(EventType.STALL, null, null, null).with(Detail.LATE_NANOS, nanos);
	}

	/**
	 * What is left after quiescence; a count of 0 says that it was looked at.
	 * @param what for example {@code keys of Redis}
	 * @param count how many are left
	 * @return the event
	 */
	public static Event leak(String what, long count) {
		return event(EventType.LEAK, null, null, null).with(Detail.WHAT, what).with(Detail.COUNT, count);
	}

	private static Event event(EventType type, @Nullable String key, @Nullable Long op, @Nullable Long token) {
		return new Event(System.nanoTime(), "", "", type, key, op, token, Map.of());
	}

}
