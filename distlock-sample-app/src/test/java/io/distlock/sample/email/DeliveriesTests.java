// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who has got which email, when a run is taken over.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE,
		properties = { "spring.datasource.url=jdbc:h2:mem:deliveries;DB_CLOSE_DELAY=-1", "shop.email.customers=5" })
@Tag("timing")
class DeliveriesTests {

	private static final Instant FIRE_TIME = Instant.parse("2026-01-02T06:00:00Z");

	private final Deliveries deliveries;

	private final TransactionTemplate transactions;

	@Autowired
	DeliveriesTests(Deliveries deliveries, TransactionTemplate transactions) {
		this.deliveries = deliveries;
		this.transactions = transactions;
	}

	@Test
	void nextAttemptGoesOnWhereTheLastOneStopped() {
		Campaign first = campaign("resumed", FIRE_TIME, 1, 11);
		this.deliveries.begin(first);
		this.deliveries.delivered(first, this.deliveries.missing(FIRE_TIME, 2));
		Campaign second = campaign("resumed", FIRE_TIME, 2, 12);
		this.deliveries.begin(second);
		List<Customer> rest = this.deliveries.missing(FIRE_TIME, 10);
		assertThat(rest).extracting(Customer::id).containsExactly(3, 4, 5);
		this.deliveries.delivered(second, rest);
		assertThat(this.deliveries.missing(FIRE_TIME, 10)).isEmpty();
		assertThat(this.deliveries.sentSince(FIRE_TIME)).contains(new Deliveries.Sent(FIRE_TIME, 1, 2),
				new Deliveries.Sent(FIRE_TIME, 2, 3));
	}

	@Test
	void runThatWasTakenOverCannotWrite() {
		Instant fireTime = FIRE_TIME.plusSeconds(60);
		Campaign stale = campaign("stale", fireTime, 1, 21);
		this.deliveries.begin(stale);
		List<Customer> batch = this.deliveries.missing(fireTime, 2);
		this.deliveries.begin(campaign("stale", fireTime, 2, 22));
		assertThatExceptionOfType(StaleCampaignException.class)
			.isThrownBy(() -> this.deliveries.delivered(stale, batch))
			.withMessageContaining("fencing token 21, attempt 1");
		assertThat(this.deliveries.missing(fireTime, 10)).hasSize(5);
	}

	@Test
	void newerRunWaitsForTheTransactionOfTheOlderOneAndSeesWhatItWrote() {
		Instant fireTime = FIRE_TIME.plusSeconds(120);
		Campaign older = campaign("overlapping", fireTime, 1, 31);
		this.deliveries.begin(older);
		CompletableFuture<List<Customer>> newer = this.transactions.execute((status) -> {
			this.deliveries.delivered(older, this.deliveries.missing(fireTime, 2));
			return CompletableFuture.supplyAsync(() -> missingToNewerRun(fireTime));
		});
		assertThat(newer).isNotNull();
		assertThat(newer.join()).extracting(Customer::id).containsExactly(3, 4, 5);
	}

	private List<Customer> missingToNewerRun(Instant fireTime) {
		this.deliveries.begin(campaign("overlapping", fireTime, 2, 32));
		return this.deliveries.missing(fireTime, 10);
	}

	@Test
	void messageIdIsTheSameForEveryAttempt() {
		Customer customer = new Customer(7, "Ada", "ada@customers.example");
		String first = campaign("daily", FIRE_TIME, 1, 1).messageId(customer);
		assertThat(campaign("daily", FIRE_TIME, 2, 9).messageId(customer)).isEqualTo(first)
			.isEqualTo("<daily.1767333600000.7@shop.example>");
		assertThat(campaign("daily", FIRE_TIME.plusSeconds(1), 1, 1).messageId(customer)).isNotEqualTo(first);
	}

	private static Campaign campaign(String name, Instant fireTime, int attempt, long token) {
		return new Campaign(name, fireTime, attempt, token);
	}

}
