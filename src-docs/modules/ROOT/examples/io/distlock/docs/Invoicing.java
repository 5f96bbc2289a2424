// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;

import org.springframework.stereotype.Service;

/**
 * What a visitor sees first.
 */
@Service
public class Invoicing {

	private final Invoices invoices;

	private final Mail mail;

	Invoicing(Invoices invoices, Mail mail) {
		this.invoices = invoices;
		this.mail = mail;
	}

	// tag::first[]
	@DistributedLock(name = "invoice", key = "#id") // one node at a time
	public void send(long id) {
		this.mail.send(this.invoices.unsent(id));
	}

	@ClusterScheduled(name = "reminders", cron = "0 0 6 * * *", zone = "UTC")
	public void remind() { // once a day, on one node
		this.mail.send(this.invoices.overdue());
	}
	// end::first[]

	/**
	 * Invoices of customers.
	 */
	public interface Invoices {

		/**
		 * Return an invoice, unless it was sent.
		 */
		List<String> unsent(long id);

		/**
		 * Return the invoices to remind of.
		 */
		List<String> overdue();

	}

	/**
	 * Emails to customers, each of which is recorded as sent.
	 */
	public interface Mail {

		/**
		 * Send emails.
		 */
		void send(List<String> invoices);

	}

}
