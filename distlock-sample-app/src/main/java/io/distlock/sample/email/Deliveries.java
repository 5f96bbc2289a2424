// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Who has got which email. A run that was taken over, and wakes up late, cannot write
 * here: every transaction begins by raising the fencing token of the campaign, and a
 * token that is lower than the one that is there already ends it.
 */
@Repository
public class Deliveries {

	private final JdbcClient jdbc;

	private final String node;

	Deliveries(JdbcClient jdbc, @Value("${distlock.node-name}") String node) {
		this.jdbc = jdbc;
		this.node = node;
	}

	/**
	 * Begin a run: from here on no earlier run can write.
	 */
	@Transactional
	void begin(Campaign campaign) {
		fence(campaign);
	}

	/**
	 * Return customers who have not got the email of this fire time.
	 */
	List<Customer> missing(Instant fireTime, int limit) {
		return this.jdbc.sql("select id, name, email from customer where not exists (select 1 from delivery"
				+ " where fire_time = :fireTime and customer_id = customer.id) order by id fetch first :limit rows only")
			.param("fireTime", time(fireTime))
			.param("limit", limit)
			.query(Customer.class)
			.list();
	}

	/**
	 * Write down who has got the email.
	 * @throws StaleCampaignException if another run has begun
	 */
	@Transactional
	void delivered(Campaign campaign, List<Customer> customers) {
		fence(campaign);
		customers.forEach((customer) -> insert(campaign, customer));
	}

	/**
	 * The first statement of each transaction. It locks the row of the campaign, so a
	 * newer run waits until this transaction has ended, and sees what it wrote.
	 */
	private void fence(Campaign campaign) {
		if (!raise(campaign) && !insert(campaign) && !raise(campaign)) {
			throw new StaleCampaignException(campaign);
		}
	}

	private boolean raise(Campaign campaign) {
		return this.jdbc.sql("update campaign set token = :token where name = :name and token <= :token")
			.param("token", campaign.token())
			.param("name", campaign.name())
			.update() == 1;
	}

	private boolean insert(Campaign campaign) {
		try {
			return this.jdbc.sql("insert into campaign (name, token) values (:name, :token)")
				.param("name", campaign.name())
				.param("token", campaign.token())
				.update() == 1;
		}
		catch (DuplicateKeyException ex) {
			return false;
		}
	}

	private void insert(Campaign campaign, Customer customer) {
		this.jdbc
			.sql("insert into delivery (fire_time, customer_id, attempt, node, token)"
					+ " values (:fireTime, :customer, :attempt, :node, :token)")
			.param("fireTime", time(campaign.fireTime()))
			.param("customer", customer.id())
			.param("attempt", campaign.attempt())
			.param("node", this.node)
			.param("token", campaign.token())
			.update();
	}

	/**
	 * Return how many emails each run has sent, for the fire times from one on.
	 */
	List<Sent> sentSince(Instant fireTime) {
		return this.jdbc
			.sql("select fire_time, attempt, count(*) from delivery where fire_time >= :fireTime"
					+ " group by fire_time, attempt")
			.param("fireTime", time(fireTime))
			.query((row, number) -> new Sent(row.getObject(1, OffsetDateTime.class).toInstant(), row.getInt(2),
					row.getInt(3)))
			.list();
	}

	private static OffsetDateTime time(Instant instant) {
		return instant.atOffset(ZoneOffset.UTC);
	}

	/**
	 * What a run has done.
	 *
	 * @param fireTime when its emails were due
	 * @param attempt which attempt it was
	 * @param emails how many customers it has written to
	 */
	record Sent(Instant fireTime, int attempt, int emails) {

	}

}
