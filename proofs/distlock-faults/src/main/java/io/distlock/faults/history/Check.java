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

package io.distlock.faults.history;

import java.util.List;

/**
 * One rule that a history has to keep. A check must be sound: what it reports did happen,
 * however late a process wrote its events down.
 *
 * @since 0.1.0
 */
public interface Check {

	/**
	 * The name of the rule; several checks may share one.
	 * @return for example {@code C1}
	 */
	String name();

	/**
	 * Looks for violations.
	 * @param history what happened in a round
	 * @return the violations, none where the rule was kept
	 */
	List<Violation> check(History history);

}
