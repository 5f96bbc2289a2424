// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.MimeMessageHelper;
import org.springframework.stereotype.Component;

/**
 * Writes and sends one email.
 * <p>
 * A node may die after the mail server has said "250 OK" and before it could write that
 * down. No node can tell then whether the email went out, so it is sent again, with the
 * same {@code Message-ID}: an email that is not to arrive twice needs an id that the
 * receiving side knows it by.
 */
@Component
@ConditionalOnProperty("spring.mail.host")
class CustomerEmail {

	private static final DateTimeFormatter TIME = DateTimeFormatter
		.ofPattern("d MMM uuuu HH:mm:ss 'UTC'", Locale.ENGLISH)
		.withZone(ZoneOffset.UTC);

	private final JavaMailSender sender;

	private final String from;

	private final String node;

	CustomerEmail(JavaMailSender sender, EmailProperties properties, @Value("${distlock.node-name}") String node) {
		this.sender = sender;
		this.from = properties.from();
		this.node = node;
	}

	void send(Campaign campaign, Customer customer) {
		this.sender.send((message) -> write(message, campaign, customer));
	}

	private void write(MimeMessage message, Campaign campaign, Customer customer) throws Exception {
		addressTo(message, customer);
		message.setSubject("News from the shop, " + TIME.format(campaign.fireTime()));
		message.setText(text(campaign, customer));
		message.setHeader("Message-ID", campaign.messageId(customer));
	}

	private void addressTo(MimeMessage message, Customer customer) throws Exception {
		MimeMessageHelper helper = new MimeMessageHelper(message);
		helper.setFrom(this.from);
		helper.setTo(new InternetAddress(customer.email(), customer.name()));
	}

	private String text(Campaign campaign, Customer customer) {
		return """
				Dear %s,

				the espresso machine is in stock again. First come, first served.

				Your shop

				--
				Sent by %s, attempt %d, fencing token %d.
				However often a node dies on the way, you get this email once.
				""".formatted(customer.name(), this.node, campaign.attempt(), campaign.token());
	}

}
