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

package io.distlock.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What can be asked of a job.
 */
enum JobAction {

	PAUSE, RESUME, RUN, STOP, UNSCHEDULE;

	static Optional<JobAction> find(String text) {
		return Arrays.stream(values()).filter((action) -> action.text().equals(text)).findFirst();
	}

	static List<String> names() {
		return Arrays.stream(values()).map(JobAction::text).toList();
	}

	String text() {
		return name().toLowerCase(Locale.ROOT);
	}

	String auditType() {
		return "DISTLOCK_JOB_" + name();
	}

}
