// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the customer email.
 *
 * @param cron when it is sent
 * @param leaseTime how long the others wait before they take over from a dead node
 * @param customers how many customers there are in a new shop
 * @param batchSize how many emails are sent before it is written down who has got one
 * @param pause how long sending one email takes at least
 * @param from who sends it
 * @param refusal for how long the mail server that came along refuses when it is told to
 * @param mailbox whether what was sent can be read on the page, because the mail server
 * came along with the sample
 */
@ConfigurationProperties("shop.email")
record EmailProperties(String cron, Duration leaseTime, @DefaultValue("40") int customers,
		@DefaultValue("4") int batchSize, @DefaultValue("0ms") Duration pause,
		@DefaultValue("shop@shop.example") String from, @DefaultValue("8s") Duration refusal,
		@DefaultValue("false") boolean mailbox) {

}
