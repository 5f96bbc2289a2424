// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.report;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reports, on demand.
 */
@RestController
class ReportController {

	private final Reports reports;

	ReportController(Reports reports) {
		this.reports = reports;
	}

	@PostMapping("/reports")
	@ResponseStatus(HttpStatus.CREATED)
	Report create() {
		return this.reports.create();
	}

	@GetMapping("/reports")
	List<Report> last() {
		return this.reports.last();
	}

}
