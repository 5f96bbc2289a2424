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

package io.distlock.line;

import java.time.Duration;

import io.distlock.provider.line.Place;

/**
 * A place in line that belongs to a session.
 *
 * @param path its name
 * @param transaction what the store counts with it, zero if it was not made yet
 * @param session the session that it belongs to
 * @param attempt the attempt that took the name, which no other attempt has
 * @since 0.1.0
 */
public record SessionPlace(String path, long transaction, Session session, String attempt) implements Place {

	SessionPlace madeBy(long transaction) {
		return new SessionPlace(this.path, transaction, this.session, this.attempt);
	}

	@Override
	public Duration trustLeft() {
		return this.session.trustLeft();
	}

	@Override
	public boolean isOver() {
		return this.session.isOver();
	}

}
