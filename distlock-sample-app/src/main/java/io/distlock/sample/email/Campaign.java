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

package io.distlock.sample.email;

import java.time.Instant;

import io.distlock.scheduling.ClusterJobContext;

/**
 * The emails of one fire time, and who is sending them.
 *
 * @param name the name of the job
 * @param fireTime when they were due
 * @param attempt 1, or more after a failure, or a takeover from a dead node
 * @param token the fencing token of the run
 */
record Campaign(String name, Instant fireTime, int attempt, long token) {

	static Campaign of(ClusterJobContext run) {
		return new Campaign(run.jobName(), run.fireTime(), run.attempt(), run.fencingToken());
	}

	/**
	 * Return the id that an email of this campaign has, however often and by whomever it
	 * is sent.
	 */
	String messageId(Customer customer) {
		return "<%s%d@shop.example>".formatted(messageIdPrefix(this.name, this.fireTime), customer.id());
	}

	static String messageIdPrefix(String name, Instant fireTime) {
		return "%s.%d.".formatted(name, fireTime.toEpochMilli());
	}

}
