// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.util.List;

/**
 * Reply of a script: an array of numbers and texts, or one number.
 *
 * @param values the values of type {@link Long} or {@link String}
 * @since 0.1.0
 */
public record ScriptReply(List<Object> values) {

	public long number(int index) {
		return ((Number) this.values.get(index)).longValue();
	}

	public String text(int index) {
		return this.values.get(index).toString();
	}

}
