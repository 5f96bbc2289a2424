// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.faults.history.History;

/**
 * A history made by hand, about key {@code k}, in milliseconds.
 */
final class Story {

	private static final long MILLI = 1_000_000;

	private static final long LEASE = 1000 * MILLI;

	private final List<Event> events = new ArrayList<>();

	private long seq;

	/**
	 * A clean hold: asked for and granted within a millisecond, trusted to its end.
	 */
	Story hold(String node, long op, long token, long from, long to) {
		return grant(node, op, token, from, from + 1).step(EventType.TRUSTED, node, op, token, to)
			.released(node, op, token, to, to + 1, true);
	}

	Story grant(String node, long op, long token, long from, long to) {
		return acquire(node, op, from).event(node, to, Events.granted("k", op, token, LEASE, false));
	}

	Story acquire(String node, long op, long at) {
		return event(node, at, Events.acquire("k", op, 50 * MILLI));
	}

	Story ended(EventType type, String node, long op, long at) {
		return event(node, at, Events.ended(type, "k", op));
	}

	Story step(EventType type, String node, long op, long token, long at) {
		return event(node, at, Events.holder(type, "k", op, token));
	}

	Story released(String node, long op, long token, long from, long to, boolean held) {
		return step(EventType.RELEASE, node, op, token, from).event(node, to, Events.released("k", op, token, held));
	}

	Story fault(String name, String target, long from, long to) {
		return event("parent", from, Events.fault(name, Detail.BEGIN, target, "")).event("parent", to,
				Events.fault(name, Detail.END, target, ""));
	}

	Story stall(String node, long at, long millis) {
		return event(node, at, Events.stall(millis * MILLI));
	}

	Story register(String kind, long token, boolean accepted, long value) {
		long seq = ++this.seq;
		return event("n1", seq, Events.register("k", 1, token, seq, kind, accepted, value));
	}

	Story job(EventType type, String node, String fireTime, long token, long at) {
		return event(node, at, Events.job(type, "mail", fireTime, token));
	}

	Story event(String node, long at, Event event) {
		this.events.add(event.at(at * MILLI).by(node, "w"));
		return this;
	}

	History history() {
		return History.of(this.events);
	}

	/**
	 * The names of the rules that this breaks, out of all of them.
	 */
	List<String> broken() {
		return Rules.judge(history()).broken();
	}

}
