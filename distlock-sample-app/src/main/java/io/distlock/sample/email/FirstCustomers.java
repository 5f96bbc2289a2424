/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
