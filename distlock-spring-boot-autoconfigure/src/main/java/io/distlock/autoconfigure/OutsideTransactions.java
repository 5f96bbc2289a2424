// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;

/**
 * Puts the lock just outside {@code @Transactional}, however the application has ordered
 * its transactions.
 */
final class OutsideTransactions {

	private static final Logger logger = LoggerFactory.getLogger(OutsideTransactions.class);

	private final ConfigurableBeanFactory beanFactory;

	OutsideTransactions(ConfigurableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	int adjust(int order) {
		int outermost = this.beanFactory.getBeanProvider(BeanFactoryTransactionAttributeSourceAdvisor.class)
			.stream()
			.mapToInt(BeanFactoryTransactionAttributeSourceAdvisor::getOrder)
			.min()
			.orElse(Integer.MAX_VALUE);
		if (outermost == Ordered.HIGHEST_PRECEDENCE) {
			throw new IllegalStateException(
					"Transactions have the highest precedence, so no lock can be taken outside them; "
							+ "give @EnableTransactionManagement an order above Ordered.HIGHEST_PRECEDENCE");
		}
		if (outermost > order) {
			return order;
		}
		logger.debug("Locks get order {} instead of {}, to be outside transactions", outermost - 1, order);
		return outermost - 1;
	}

}
