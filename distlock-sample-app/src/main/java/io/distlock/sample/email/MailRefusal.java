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
