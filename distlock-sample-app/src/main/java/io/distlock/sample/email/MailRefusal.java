// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;
import java.time.ZoneOffset;

import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.web.server.ResponseStatusException;

/**
 * Tells the mail server that comes along to refuse all emails for a while. It reads that
 * from the database, since it runs in another process.
 */
@Repository
class MailRefusal {

	private final JdbcClient jdbc;

	private final EmailProperties properties;

	MailRefusal(JdbcClient jdbc, EmailProperties properties) {
		this.jdbc = jdbc;
		this.properties = properties;
	}

	Refusal begin() {
		if (!this.properties.mailbox()) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"The mail server did not come along with the sample, and cannot be told to refuse");
		}
		Instant until = Instant.now().plus(this.properties.refusal());
		this.jdbc.sql("insert into mail_refusal (refused_until) values (:until)")
			.param("until", until.atOffset(ZoneOffset.UTC))
			.update();
		return new Refusal(until);
	}

	/**
	 * How the mail server behaves from now on.
	 *
	 * @param until up to when it refuses
	 */
	record Refusal(Instant until) {

	}

}
