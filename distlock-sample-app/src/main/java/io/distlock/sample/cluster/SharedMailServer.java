// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;

import javax.sql.DataSource;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.server.SMTPServer;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A mail server on the loopback address that keeps what it receives in the database of
 * the shop, and refuses everything for a while when it is told so there. Like every
 * receiver that must not deliver twice, it recognises an email that comes again by its
 * {@code Message-ID}: it accepts it, counts it, and delivers nothing.
 */
final class SharedMailServer implements AutoCloseable {

	private static final int TRY_AGAIN = 451;

	private static final int MAX_TEXT = 10_000;

	private static final int MAX_SUBJECT = 200;

	private final JdbcClient jdbc;

	private final SMTPServer server;

	private SharedMailServer(DataSource database) {
		this.jdbc = JdbcClient.create(database);
		this.server = SMTPServer.port(0)
			.bindAddress(InetAddress.getLoopbackAddress())
			.softwareName("shop")
			.messageHandler(this::receive)
			.build();
	}

	/**
	 * Start a server.
	 * @param database where the nodes have made, or will make, the table of the emails
	 * @return the running server
	 */
	static SharedMailServer start(DataSource database) {
		LoggingSystem.get(SharedMailServer.class.getClassLoader()).setLogLevel("org.subethamail", LogLevel.ERROR);
		SharedMailServer mailServer = new SharedMailServer(database);
		mailServer.server.start();
		return mailServer;
	}

	private void receive(MessageContext context, String from, String recipient, byte[] data) throws RejectException {
		try {
			checkAccepting();
			MimeMessage message = new MimeMessage(Session.getInstance(new Properties()),
					new ByteArrayInputStream(data));
			deliver(message, recipient);
		}
		catch (RejectException ex) {
			throw ex;
		}
		catch (MessagingException | IOException | DataAccessException ex) {
			throw new RejectException(TRY_AGAIN, "Try again later: " + ex);
		}
	}

	private void checkAccepting() throws RejectException {
		int refusals = this.jdbc.sql("select count(*) from mail_refusal where refused_until > :now")
			.param("now", OffsetDateTime.now(ZoneOffset.UTC))
			.query(Integer.class)
			.single();
		if (refusals > 0) {
			throw new RejectException(TRY_AGAIN, "Try again later: told to refuse for a while");
		}
	}

	private void deliver(MimeMessage message, String recipient) throws MessagingException, IOException {
		String id = Objects.requireNonNullElseGet(message.getMessageID(), () -> UUID.randomUUID().toString());
		try {
			insert(id, recipient, message);
		}
		catch (DuplicateKeyException ex) {
			countRepeat(id, recipient);
		}
	}

	private void insert(String id, String recipient, MimeMessage message) throws MessagingException, IOException {
		this.jdbc
			.sql("insert into mail (message_id, recipient, subject, text) values (:id, :recipient, :subject, :text)")
			.param("id", id)
			.param("recipient", recipient)
			.param("subject", cut(Objects.requireNonNullElse(message.getSubject(), ""), MAX_SUBJECT))
			.param("text", cut(message.getContent().toString(), MAX_TEXT))
			.update();
	}

	private void countRepeat(String id, String recipient) {
		this.jdbc.sql("update mail set repeats = repeats + 1 where message_id = :id and recipient = :recipient")
			.param("id", id)
			.param("recipient", recipient)
			.update();
	}

	private static String cut(String text, int length) {
		return text.substring(0, Math.min(length, text.length()));
	}

	Map<String, String> properties() {
		return Map.of("spring.mail.host", "127.0.0.1", "spring.mail.port",
				String.valueOf(this.server.getPortAllocated()), "shop.email.mailbox", "true");
	}

	@Override
	public void close() {
		this.server.stop();
	}

}
