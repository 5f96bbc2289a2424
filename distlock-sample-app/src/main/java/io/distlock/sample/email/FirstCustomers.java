// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * Gives a new shop its customers before the first email is due.
 */
@Component
class FirstCustomers implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(FirstCustomers.class);

	private final Customers customers;

	private final EmailProperties properties;

	FirstCustomers(Customers customers, EmailProperties properties) {
		this.customers = customers;
		this.properties = properties;
	}

	@Override
	public void afterSingletonsInstantiated() {
		try {
			this.customers.makeUp(this.properties.customers());
		}
		catch (DuplicateKeyException ex) {
			logger.info("Another node had the same customers in mind, which only happens without a lock");
		}
	}

}
