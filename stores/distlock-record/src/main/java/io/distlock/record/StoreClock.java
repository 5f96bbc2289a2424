// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Estimate of a store's clock as two bounds, derived from recent answers. The store has
 * read its clock between the sending of a request and the arrival of the answer; the time
 * since then widens the bounds by the drift between two machines.
 * <p>
 * An answer replaces all answers that had arrived before its request was sent. Older
 * answers do not narrow the bounds: a clock that was set back by less than its precision
 * would remain unnoticed, and leases of other nodes would seem to have ended.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class StoreClock {

	/**
	 * Maximum drift between two clocks, as the divisor of the elapsed time.
	 */
	private static final long DRIFT = 5000;

	private static final long MAX_AGE_MICROS = 10_000_000;

	/**
	 * Maximum difference between the two clocks of this machine. A larger difference
	 * means that the monotonic clock stood still, as in a suspended machine.
	 */
	private static final long SUSPENDED_MICROS = 500_000;

	private final LongSupplier monotonic;

	private final LongSupplier wall;

	private final AtomicLong highest = new AtomicLong();

	private volatile @Nullable Known known;

	/**
	 * Create a clock with an unknown time.
	 */
	public StoreClock() {
		this(() -> System.nanoTime() / 1000, () -> System.currentTimeMillis() * 1000);
	}

	/**
	 * Create a clock.
	 * @param monotonic monotonic clock in microseconds
	 * @param wall wall clock of this machine in microseconds
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
	 * Record an answer with a time of the store's clock.
	 * @param sent result of {@link #monotonic()} before the request was sent
	 * @param earliest the reported time
	 * @param precision the precision of the reported time, which may be earlier than the
	 * actual time by this duration
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
	 * Return whether an answer has recently reported the time, without a suspension of
	 * this machine since.
	 */
	boolean isFresh() {
		Known known = this.known;
		if (known == null) {
			return false;
		}
		long age = this.monotonic.getAsLong() - known.offsets().at();
		return age < MAX_AGE_MICROS && Math.abs(this.wall.getAsLong() - known.wall() - age) < SUSPENDED_MICROS;
	}

	/**
	 * Return the time of the store, once it is known.
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
	 * Time of the store in microseconds.
	 *
	 * @param earliest the lower bound: a lease that has ended by this time has ended
	 * @param latest the upper bound: new leases count from this time
	 * @param time an estimate that does not decrease between answers unless the clock is
	 * set back, for display and fire times
	 * @param highest the highest estimate of this process, for numbers that increase even
	 * if the clock is set back
	 */
	record Bounds(long earliest, long latest, long time, long highest) {

	}

	/**
	 * State of the last answers.
	 *
	 * @param last an answer, combined with answers that arrived while its request was in
	 * flight
	 * @param next later answers to requests sent before; their order is unknown
	 * @param estimate the intersection of all answers since the clock was set
	 * @param since arrival of the last answer by the monotonic clock
	 * @param wall arrival of the most recent answer by the wall clock of this machine
	 */
	private record Known(Offsets last, @Nullable Offsets next, Offsets estimate, long since, long wall) {

		Offsets offsets() {
			return this.last.and(this.next);
		}

	}

	/**
	 * Offset between the store's clock and the monotonic clock.
	 *
	 * @param lower the lower bound
	 * @param upper the upper bound
	 * @param at time of the measurement by the monotonic clock
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
		 * Return the intersection of these offsets with an answer. A contradiction shows
		 * that the clock was set, unless the answer is old and late.
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
