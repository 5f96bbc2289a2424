// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.scheduling.ClusterJobContext;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Sends each customer one email for each fire time, on one node of the cluster.
 * <p>
 * The node may die at any point. Another one then starts the same fire time again when
 * the lease has ended, and goes on where the dead one stopped: after each small batch it
 * is written down who has got the email, in a transaction that only the latest run can
 * commit. What was sent but not written down is sent once more under the same
 * {@code Message-ID}, by which the mail server recognises it; so is what a run sends that
 * slept before its last step and does not know yet that it was taken over.
 * <p>
 * An email that the mail server refuses ends the attempt. What was sent before is written
 * down, and after a delay the next attempt, on any node, goes on with the rest.
 */
@Component
@ConditionalOnProperty("spring.mail.host")
public class CustomerEmailJob {

	/**
	 * The name of the job.
	 */
	static final String NAME = "daily-customer-email";

	private final Deliveries deliveries;

	private final CustomerEmail email;

	private final int batchSize;

	private final Duration pause;

	CustomerEmailJob(Deliveries deliveries, CustomerEmail email, EmailProperties properties) {
		this.deliveries = deliveries;
		this.email = email;
		this.batchSize = properties.batchSize();
		this.pause = properties.pause();
	}

	/**
	 * Send the email to all customers who have not got it.
	 */
	@ClusterScheduled(name = NAME, cron = "${shop.email.cron}", misfireThreshold = "${shop.email.misfire-threshold}",
			leaseTime = "${shop.email.lease-time}", maxAttempts = 10, retryDelay = "${shop.email.retry-delay}")
	public void send(ClusterJobContext run) {
		Campaign campaign = Campaign.of(run);
		begin(run, campaign);
		List<Customer> batch = nextBatch(campaign);
		while (!batch.isEmpty()) {
			send(run, campaign, batch);
			batch = nextBatch(campaign);
		}
	}

	/**
	 * Wait for a run that was suspended in the middle of its transaction.
	 */
	private void begin(ClusterJobContext run, Campaign campaign) {
		boolean begun = false;
		while (!begun) {
			run.checkHeld();
			begun = tryBegin(campaign);
		}
	}

	private boolean tryBegin(Campaign campaign) {
		try {
			this.deliveries.begin(campaign);
			return true;
		}
		catch (PessimisticLockingFailureException ex) {
			return false;
		}
	}

	private List<Customer> nextBatch(Campaign campaign) {
		return this.deliveries.missing(campaign.fireTime(), this.batchSize);
	}

	private void send(ClusterJobContext run, Campaign campaign, List<Customer> batch) {
		List<Customer> sent = new ArrayList<>();
		try {
			for (Customer customer : batch) {
				send(run, campaign, customer);
				sent.add(customer);
			}
		}
		finally {
			this.deliveries.delivered(campaign, sent);
		}
	}

	private void send(ClusterJobContext run, Campaign campaign, Customer customer) {
		takeTime();
		run.checkHeld();
		if (run.isStopping()) {
			throw new IllegalStateException("Told to stop while emails were sent");
		}
		this.email.send(campaign, customer);
	}

	private void takeTime() {
		try {
			Thread.sleep(this.pause.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while emails were sent; another run sends the rest", ex);
		}
	}

}
