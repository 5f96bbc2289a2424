// SPDX-License-Identifier: Apache-2.0

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
