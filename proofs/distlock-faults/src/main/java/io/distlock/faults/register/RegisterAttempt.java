/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.faults.register;

import org.jspecify.annotations.Nullable;

/**
 * A read or a write, as one line of text.
 *
 * @param node who asks
 * @param op the attempt that got the lock
 * @param token its fencing token
 * @param resource what is read or written, without white space
 * @param value what is written, {@code null} for a read
 */
record RegisterAttempt(String node, long op, long token, String resource, @Nullable Long value) {

	private static final String NONE = "-";

	static RegisterAttempt parse(String line) {
		String[] words = line.split(" ");
		return new RegisterAttempt(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), words[3],
				NONE.equals(words[4]) ? null : Long.valueOf(words[4]));
	}

	String line() {
		return "%s %d %d %s %s".formatted(this.node, this.op, this.token, this.resource,
				(this.value != null) ? this.value : NONE);
	}

}
