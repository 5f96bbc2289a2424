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

import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps away from locks what an observer does wrong.
 */
final class ObserverGuard {

	private static final Logger logger = LoggerFactory.getLogger(ObserverGuard.class);

	private final AtomicBoolean complained = new AtomicBoolean();

	void run(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	void failed(Throwable failure) {
		if (this.complained.compareAndSet(false, true)) {
			logger.warn("An observer of locks failed; locks go on without it, and this is not logged again", failure);
		}
	}

}
