// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One call that acquires, and all that came of it.
 *
 * @since 0.1.0
 */
public final class Attempt {

	private final Event first;

	private final List<Event> events = new ArrayList<>();

	private @Nullable Event outcome;

	public Attempt(Event first) {
		this.first = first;
	}

	public void add(Event event) {
		this.events.add(event);
		this.outcome = (this.outcome == null && event.type().isOutcome()) ? event : this.outcome;
	}

	public String node() {
		return this.first.node();
	}

	public String thread() {
		return this.first.thread();
	}

	public String key() {
		String key = this.first.key();
		return (key != null) ? key : "";
	}

	// When the call began.
	public long start() {
		return this.first.at();
	}

	// How long the call may wait.
	public long waitNanos() {
		return this.first.number(Detail.WAIT_NANOS);
	}

	// Whether the call asks to hold the key alone.
	public boolean isExclusive() {
		return !this.first.details().containsKey(Detail.MODE);
	}

	// How many permits the caller says there are; zero of a lock.
	public long permits() {
		return this.first.number(Detail.PERMITS);
	}

	public @Nullable Event outcome() {
		return this.outcome;
	}

	// When the call ended, or the end of time.
	public long end() {
		return (this.outcome != null) ? this.outcome.at() : Long.MAX_VALUE;
	}

	public boolean ended(EventType type) {
		return this.outcome != null && this.outcome.type() == type;
	}

	// Whether this got a lock that its thread did not have.
	public boolean isGrant() {
		return this.outcome != null && this.outcome.type() == EventType.GRANTED && !this.outcome.is(Detail.REENTRANT);
	}

	// Whether this may have got a lock: it was not told otherwise, nor did its thread
	// have it before.
	public boolean mayBeGrant() {
		return isGrant() || !(ended(EventType.BUSY) || ended(EventType.GRANTED));
	}

	// The token of a grant.
	public long token() {
		Long token = (this.outcome != null) ? this.outcome.token() : null;
		return (token != null) ? token : 0;
	}

	// The last of a type.
	public @Nullable Event last(EventType type) {
		for (int i = this.events.size() - 1; i >= 0; i--) {
			if (this.events.get(i).type() == type) {
				return this.events.get(i);
			}
		}
		return null;
	}

	// When this is known to have been held for the last time, or {@code null}. It had the
	// lock from its grant until then, since a lock that was lost is never held again. A
	// grant alone proves nothing about its own time: the process may have stood still
	// between the answer and the event.
	public @Nullable Event lastTrusted() {
		return last(EventType.TRUSTED);
	}

	// The latest time at which this is known to have been held, by its holder or by a
	// release that found it held, or the begin of time.
	public long heldUntil() {
		Event trusted = lastTrusted();
		Event release = last(EventType.RELEASE);
		long until = (trusted != null) ? trusted.at() : Long.MIN_VALUE;
		return (release != null && releasedHeld()) ? Math.max(until, release.at()) : until;
	}

	// Whether the release found the lock held.
	public boolean releasedHeld() {
		Event released = last(EventType.RELEASED);
		return released != null && released.is(Detail.HELD);
	}

	// Whether the lease of a grant is renewed.
	public boolean isRenewed() {
		return this.outcome == null || !Boolean.FALSE.equals(this.outcome.details().get(Detail.RENEWED));
	}

	// Whether the holder was told that it lost the lock.
	public boolean isLost() {
		Event released = last(EventType.RELEASED);
		return last(EventType.LOST) != null || (released != null && !released.is(Detail.HELD));
	}

	// Whether the holder stood still by itself for some time before it was told of a
	// loss, or got its lock so late.
	public boolean stoodStill(long stallNanos) {
		if (this.outcome != null && this.outcome.number(Detail.REMAINING_NANOS) < stallNanos) {
			return true;
		}
		for (int i = 1; i < this.events.size() && this.events.get(i - 1).type() != EventType.LOST; i++) {
			if (this.events.get(i - 1).type() != EventType.ACQUIRE
					&& this.events.get(i).at() - this.events.get(i - 1).at() >= stallNanos) {
				return true;
			}
		}
		return false;
	}

	// When the last thing happened.
	public long lastAt() {
		return this.events.get(this.events.size() - 1).at();
	}

	// Whether the holder knows that the lock was lost, or at least that it may be.
	public boolean knowsLoss() {
		Event released = last(EventType.RELEASED);
		return last(EventType.LOST) != null || last(EventType.RELEASE_FAILED) != null
				|| (released != null && !released.is(Detail.HELD));
	}

	public List<Event> events() {
		return this.events;
	}

	// The events without those which only say that all is well.
	public List<Event> summary() {
		Event trusted = lastTrusted();
		return this.events.stream().filter((event) -> event == trusted || (event.type() != EventType.TRUSTED)).toList();
	}

}
