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

package io.distlock.lease;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the engine from logging: thousands of schedules have nothing to say but their
 * result.
 */
final class Silence implements AutoCloseable {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.distlock.lease");

	private final Level before = this.logger.getLevel();

	Silence() {
		this.logger.setLevel(Level.OFF);
	}

	@Override
	public void close() {
		this.logger.setLevel(this.before);
	}

}
