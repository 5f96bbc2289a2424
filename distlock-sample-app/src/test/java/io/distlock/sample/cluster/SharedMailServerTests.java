// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import jakarta.mail.Message.RecipientType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSenderImpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The mail server that comes along with the sample.
 */
class SharedMailServerTests {

	private EmbeddedDatabase database;

	private SharedMailServer server;

	private JdbcTemplate jdbc;

	private final JavaMailSenderImpl sender = new JavaMailSenderImpl();

	@BeforeEach
	void start() {
		this.database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
			.generateUniqueName(true)
			.addScript("schema.sql")
			.build();
		this.jdbc = new JdbcTemplate(this.database);
		this.server = SharedMailServer.start(this.database);
		Map<String, String> properties = this.server.properties();
		this.sender.setHost(properties.get("spring.mail.host"));
		this.sender.setPort(Integer.parseInt(properties.get("spring.mail.port")));
	}

	@AfterEach
	void stop() {
		this.server.close();
		this.database.shutdown();
	}

	@Test
	void emailIsKeptAsItWasSent() {
		send("<1@shop.example>", "ada@customers.example");
		assertThat(this.jdbc.queryForMap("select message_id, recipient, subject, repeats from mail"))
			.containsEntry("message_id", "<1@shop.example>")
			.containsEntry("recipient", "ada@customers.example")
			.containsEntry("subject", "Größe")
			.containsEntry("repeats", 0);
		assertThat(this.jdbc.queryForObject("select text from mail", String.class)).startsWith("Schöne Grüße");
	}

	@Test
	void emailThatComesAgainIsAcceptedAndCountedAndNotKept() {
		send("<1@shop.example>", "ada@customers.example");
		send("<1@shop.example>", "ada@customers.example");
		send("<1@shop.example>", "ada@customers.example");
		assertThat(repeats()).containsExactly(2);
	}

	@Test
	void emailWithAnotherIdOrForSomebodyElseIsAnotherEmail() {
		send("<1@shop.example>", "ada@customers.example");
		send("<2@shop.example>", "ada@customers.example");
		send("<1@shop.example>", "grace@customers.example");
		assertThat(repeats()).containsExactly(0, 0, 0);
	}

	@Test
	void emailThatCannotBeKeptIsRefused() {
		this.jdbc.execute("drop table mail");
		assertThatExceptionOfType(MailSendException.class)
			.isThrownBy(() -> send("<1@shop.example>", "ada@customers.example"))
			.withMessageContaining("451");
	}

	@Test
	void serverRefusesForAsLongAsItIsToldAndKeepsNothing() {
		refuseUntil(Instant.now().plus(Duration.ofHours(1)));
		assertThatExceptionOfType(MailSendException.class)
			.isThrownBy(() -> send("<1@shop.example>", "ada@customers.example"))
			.withMessageContaining("451 Try again later: told to refuse for a while");
		assertThat(repeats()).isEmpty();
		this.jdbc.execute("delete from mail_refusal");
		refuseUntil(Instant.now().minus(Duration.ofHours(1)));
		send("<1@shop.example>", "ada@customers.example");
		assertThat(repeats()).containsExactly(0);
	}

	private void refuseUntil(Instant end) {
		this.jdbc.update("insert into mail_refusal (refused_until) values (?)", end.atOffset(ZoneOffset.UTC));
	}

	private void send(String id, String recipient) {
		this.sender.send((message) -> {
			message.setFrom("shop@shop.example");
			message.setRecipients(RecipientType.TO, recipient);
			message.setSubject("Größe", "UTF-8");
			message.setText("Schöne Grüße", "UTF-8");
			message.setHeader("Message-ID", id);
		});
	}

	private List<Integer> repeats() {
		return this.jdbc.queryForList("select repeats from mail", Integer.class);
	}

}
