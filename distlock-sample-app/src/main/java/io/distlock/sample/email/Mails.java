// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * What the mail server that comes along has received.
 */
@Repository
class Mails {

	private final JdbcClient jdbc;

	Mails(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	List<Received> ofCampaign(String name, Instant fireTime) {
		return this.jdbc
			.sql("select id, recipient, subject, received_at, repeats from mail where message_id like :pattern"
					+ " order by id desc")
			.param("pattern", "<" + Campaign.messageIdPrefix(name, fireTime) + "%")
			.query((row, number) -> new Received(row.getLong("id"), row.getString("recipient"),
					row.getString("subject"), row.getObject("received_at", OffsetDateTime.class).toInstant(),
					row.getInt("repeats")))
			.list();
	}

	Optional<Mail> find(long id) {
		return this.jdbc.sql("select message_id, recipient, subject, text from mail where id = :id")
			.param("id", id)
			.query(Mail.class)
			.optional();
	}

	/**
	 * An email in the list.
	 *
	 * @param id number of the email
	 * @param recipient who got it
	 * @param subject what it is about
	 * @param receivedAt when it came
	 * @param repeats how often it came again, and was recognised
	 */
	record Received(long id, String recipient, String subject, Instant receivedAt, int repeats) {

	}

	/**
	 * An email to be read.
	 *
	 * @param messageId its id, the same each time that it is sent
	 * @param recipient who got it
	 * @param subject what it is about
	 * @param text what it says
	 */
	record Mail(String messageId, String recipient, String subject, String text) {

	}

}
