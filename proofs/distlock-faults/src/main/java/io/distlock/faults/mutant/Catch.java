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

package io.distlock.faults.mutant;

import java.util.List;

/**
 * What came of a trial with one seed.
 *
 * @param seed decided on everything that is left to chance
 * @param round the round in which a rule was broken, 0 if none was
 * @param rules the rules that were broken in that round
 * @since 0.1.0
 */
public record Catch(long seed, int round, List<String> rules) {

	/**
	 * Return whether the mutant was caught.
	 * @return {@code false} if it survived
	 */
	public boolean isCaught() {
		return this.round > 0;
	}

}
