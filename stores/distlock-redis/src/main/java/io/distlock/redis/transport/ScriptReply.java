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

package io.distlock.redis.transport;

import java.util.List;

/**
 * What a script returned: an array of numbers and texts, or one number.
 *
 * @param values each a {@link Long} or a {@link String}
 * @since 0.1.0
 */
public record ScriptReply(List<Object> values) {

	/**
	 * Return a number.
	 * @param index its position
	 * @return the number
	 */
	public long number(int index) {
		return ((Number) this.values.get(index)).longValue();
	}

	/**
	 * Return a text.
	 * @param index its position
	 * @return the text
	 */
	public String text(int index) {
		return this.values.get(index).toString();
	}

}
