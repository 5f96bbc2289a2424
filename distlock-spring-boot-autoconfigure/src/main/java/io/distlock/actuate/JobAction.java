// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Action that can be requested for a job.
 */
enum JobAction {

	PAUSE, RESUME, RUN, STOP;

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
