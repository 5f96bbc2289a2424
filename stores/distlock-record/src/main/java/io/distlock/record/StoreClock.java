// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Clock of a store, as far as its last answers tell: two bounds between which its time
 * is. The store has read its clock after a request was sent and before the answer
 * arrived; the time since then widens the bounds by the drift between two machines.
 * <p>
 * An answer replaces those that had arrived when its request was sent. Bounds are not
 * narrowed by older answers: a clock that was set back by less than it is precise to
 * would not be noticed, and leases of others would seem to have ended.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class StoreClock {

	/**
	 * Most that one of two clocks gains on the other: one part in so many.
	 */
	private static final long DRIFT = 5000;

	private static final long FRESH_MICROS = 10_000_000;

	/**
	 * Most that the two clocks of this machine may differ by before the monotonic one is
	 * taken to have stood still, as in a suspended machine.
	 */
	private static final long SUSPENDED_MICROS = 500_000;

	private final LongSupplier monotonic;

	private final LongSupplier wall;

	private final AtomicLong highest = new AtomicLong();

	private volatile @Nullable Known known;

	/**
	 * Create a clock of which nothing is known.
	 */
	public StoreClock() {
		this(() -> System.nanoTime() / 1000, () -> System.currentTimeMillis() * 1000);
	}

	/**
	 * Create a clock.
	 * @param monotonic counts microseconds
	 * @param wall the microseconds of this machine's calendar
	 */
	StoreClock(LongSupplier monotonic, LongSupplier wall) {
		this.monotonic = monotonic;
		this.wall = wall;
	}

	/**
	 * Return the monotonic clock of this machine, for {@link #answered}.
	 * @return the microseconds
	 */
	public long monotonic() {
		return this.monotonic.getAsLong();
	}

	/**
	 * Note what an answer tells of the store's clock.
	 * @param sent what {@link #monotonic()} returned before the request was sent
	 * @param earliest the time that the store told
	 * @param precision how much later it may have been, where the store does not tell
	 * more exactly
	 */
	public synchronized void answered(long sent, Instant earliest, Duration precision) {
		long received = this.monotonic.getAsLong();
		long told = micros(earliest);
		Offsets answer = new Offsets(told - received, told + micros(precision) - sent, received);
		Known before = this.known;
		long wall = this.wall.getAsLong();
		if (before == null) {
			this.known = new Known(answer, null, answer, received, wall);
			return;
		}
		boolean latest = sent >= before.offsets().at();
		Offsets estimate = before.estimate().narrowed(answer, latest);
		if (sent < before.since()) {
			this.known = new Known(before.last(), answer.and(before.next()), estimate, before.since(), wall);
		}
		else {
			this.known = new Known(latest ? answer : answer.and(before.next()), null, estimate, received, wall);
		}
	}

	/**
	 * Return whether an answer has told the time of late, and this machine was not
	 * suspended since.
	 */
	boolean isFresh() {
		Known known = this.known;
		if (known == null) {
			return false;
		}
		long age = this.monotonic.getAsLong() - known.offsets().at();
		return age < FRESH_MICROS && Math.abs(this.wall.getAsLong() - known.wall() - age) < SUSPENDED_MICROS;
	}

	/**
	 * Return the time of the store, once an answer has told one.
	 */
	Bounds now() {
		Known known = this.known;
		if (known == null) {
			throw new IllegalStateException("No answer of the store has told its time");
		}
		long now = this.monotonic.getAsLong();
		Offsets offsets = known.offsets().at(now);
		long time = now + known.estimate().at(now).lower();
		return new Bounds(now + offsets.lower(), now + offsets.upper(), time,
				this.highest.accumulateAndGet(time, Math::max));
	}

	static long micros(Duration duration) {
		return duration.toNanos() / 1000;
	}

	static long micros(Instant instant) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
	}

	static Instant instant(long micros) {
		return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
	}

	/**
	 * A time of the store in microseconds.
	 *
	 * @param earliest what it is at least: what has ended by then has ended
	 * @param latest what it is at most: what is to last from now on is counted from here
	 * @param time an estimate that does not go back from answer to answer unless the
	 * clock is set back, for people and for fire times
	 * @param highest the highest estimate of this process, for numbers that rise although
	 * the clock is set back
	 */
	record Bounds(long earliest, long latest, long time, long highest) {

	}

	/**
	 * What the last answers told.
	 *
	 * @param last an answer, and those that came while its request was on its way
	 * @param next answers that have come since, to requests that were sent before: which
	 * of them is the latest is not known
	 * @param estimate what all answers since the clock was set have in common
	 * @param since when the last answer came, by the monotonic clock
	 * @param wall when the last of all came, by the calendar of this machine
	 */
	private record Known(Offsets last, @Nullable Offsets next, Offsets estimate, long since, long wall) {

		Offsets offsets() {
			return this.last.and(this.next);
		}

	}

	/**
	 * How far the store's clock was ahead of the monotonic one.
	 *
	 * @param lower the least
	 * @param upper the most
	 * @param at when that was, by the monotonic clock
	 */
	private record Offsets(long lower, long upper, long at) {

		Offsets and(@Nullable Offsets other) {
			if (other == null) {
				return this;
			}
			long at = Math.max(this.at, other.at);
			Offsets one = at(at);
			Offsets two = other.at(at);
			return new Offsets(Math.min(one.lower, two.lower), Math.max(one.upper, two.upper), at);
		}

		/**
		 * Return what these have in common with an answer. One that contradicts them
		 * shows that the clock was set, unless it is an old one that comes late.
		 */
		Offsets narrowed(Offsets answer, boolean latest) {
			Offsets before = at(answer.at);
			Offsets common = new Offsets(Math.max(before.lower, answer.lower), Math.min(before.upper, answer.upper),
					answer.at);
			return (common.lower <= common.upper) ? common : latest ? answer : before;
		}

		Offsets at(long now) {
			long drift = (now - this.at + DRIFT - 1) / DRIFT;
			return new Offsets(this.lower - drift, this.upper + drift, now);
		}

	}

}
