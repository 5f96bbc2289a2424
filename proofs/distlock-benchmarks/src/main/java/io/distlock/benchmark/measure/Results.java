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

package io.distlock.benchmark.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What each contestant reached in one workload.
 *
 * @param all the results, in the order of the tables
 */
public record Results(List<Result> all) {

	/**
	 * Return the floor, if the workload has one.
	 */
	public Optional<Result> floor() {
		return this.all.stream().filter((result) -> Contestant.isFloor(result.name())).findFirst();
	}

	/**
	 * Return the fastest of the peers.
	 */
	public Result bestPeer() {
		return this.all.stream()
			.filter(Result::isPeer)
			.max(Comparator.comparingDouble((result) -> result.perSecond().median()))
			.orElseThrow();
	}

	/**
	 * Find a contestant.
	 */
	public Result named(String name) {
		return this.all.stream().filter((result) -> result.name().equals(name)).findFirst().orElseThrow();
	}

}
