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

import io.distlock.faults.round.Setting;

/**
 * Where a mutant has to be caught.
 *
 * @param mutant the mutant
 * @param store the store that it is put in
 * @param fault what has to go wrong for the bug to be seen
 * @param rules the rules that it breaks, one of which has to be found broken
 * @param rounds within how many rounds
 * @param setting what the rounds have in common
 * @since 0.1.0
 */
public record Trial(Mutant mutant, String store, String fault, List<String> rules, int rounds, Setting setting) {

	/**
	 * Return the same rounds over the library as it is. The rules must hold then:
	 * otherwise what catches the mutant says nothing.
	 * @param rounds how many rounds
	 * @return the trial
	 */
	public Trial control(int rounds) {
		return new Trial(Mutant.of("control-of-" + this.mutant.name(), "None"), this.store, this.fault, this.rules,
				rounds, this.setting);
	}

}
