// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.nio.file.Path;

import io.distlock.testserver.OptionalTool;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The alert rules of the reference, run by {@code promtool} with the series and the
 * expected alerts in {@code distlock-alerts-test.yml}.
 */
class AlertRulesTests {

	@Test
	void alertsFireForTheBrokenApplicationAlone() throws Exception {
		Path programs = OptionalTool.PROMETHEUS.require(InstalledPrometheus.find());
		assertThat(InstalledPrometheus.promtool(programs, AlertRules.ATTACHMENTS, "check", "rules",
				AlertRules.FILE.getFileName().toString()))
			.contains(AlertRules.expressions().size() + " rules found");
		assertThat(InstalledPrometheus.promtool(programs, AlertRules.ATTACHMENTS, "test", "rules",
				"distlock-alerts-test.yml"))
			.contains("SUCCESS");
	}

}
