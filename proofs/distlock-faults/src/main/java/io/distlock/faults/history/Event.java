// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened, one line of JSON in an {@link EventLog}. {@link Events} makes
 * them.
 *
 * @param at when, by {@link System#nanoTime()}, which processes of one host share
 * @param node the process, or {@code parent}
 * @param thread the name of the thread
 * @param type what happened
 * @param key the key of the lock, which is the resource of the register
 * @param op the attempt, a number that is unique in its node
 * @param token the fencing token
 * @param details what only some types have, by the names in {@link Detail}
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Event(long at, String node, String thread, EventType type, @Nullable String key, @Nullable Long op,
		@Nullable Long token, @JsonAnySetter @JsonAnyGetter Map<String, Object> details) {

	/**
	 * Sorts the details.
	 */
	public Event {
		details = new TreeMap<>(details);
	}

	/**
	 * This event at another time.
	 * @param at when, by {@link System#nanoTime()}
	 * @return a copy
	 */
	public Event at(long at) {
		return new Event(at, this.node, this.thread, this.type, this.key, this.op, this.token, this.details);
	}

	/**
	 * This event of another process.
	 * @param node the process
	 * @param thread the name of the thread
	 * @return a copy
	 */
	public Event by(String node, String thread) {
		return new Event(this.at, node, thread, this.type, this.key, this.op, this.token, this.details);
	}

	/**
	 * This event with one more detail.
	 * @param name one of the names in {@link Detail}
	 * @param value a string, a number or a boolean
	 * @return a copy
	 */
	public Event with(String name, Object value) {
		Map<String, Object> details = new TreeMap<>(this.details);
		details.put(name, value);
		return new Event(this.at, this.node, this.thread, this.type, this.key, this.op, this.token, details);
	}

	/**
	 * A detail that is {@code true}.
	 * @param name the detail
	 * @return {@code false} where it is {@code false} or not there
	 */
	public boolean is(String name) {
		return Boolean.TRUE.equals(this.details.get(name));
	}

	/**
	 * A detail that is a number.
	 * @param name the detail
	 * @return 0 where it is not there
	 */
	public long number(String name) {
		return (this.details.get(name) instanceof Number number) ? number.longValue() : 0;
	}

	/**
	 * A detail that is a text.
	 * @param name the detail
	 * @return the empty string where it is not there
	 */
	public String text(String name) {
		return (this.details.get(name) instanceof String text) ? text : "";
	}

}
