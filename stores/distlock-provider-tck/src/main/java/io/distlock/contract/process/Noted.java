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

package io.distlock.contract.process;

/**
 * What a process noted of one hold. All times are of the monotonic clock, which all
 * processes of a machine share on Linux.
 *
 * @param node the number of the process
 * @param kind what it is
 * @param asked when it asked
 * @param since when it first trusted the hold
 * @param until when it last did: a moment at which {@code isHeld()} said so, or one
 * before that
 * @param token the fencing token
 */
record Noted(int node, Kind kind, long asked, long since, long until, long token) {

	boolean overlaps(Noted other) {
		return this.since <= other.until && other.since <= this.until;
	}

}
