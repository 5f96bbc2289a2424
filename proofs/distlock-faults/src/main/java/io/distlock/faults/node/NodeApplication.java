// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import io.distlock.faults.node.method.ExclusiveMethods;
import io.distlock.faults.node.method.PermitMethods;
import io.distlock.faults.node.method.SharedMethods;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application that a node is.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class NodeApplication {

	@Bean
	NodeSettings nodeSettings(Environment environment) {
		return NodeSettings.of(environment);
	}

	@Bean
	ExclusiveMethods exclusiveMethods() {
		return new ExclusiveMethods();
	}

	@Bean
	NodeLog nodeLog() {
		return new NodeLog();
	}

	/**
	 * Redlock knows exclusive locks alone.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = NodeSettings.SHARES, havingValue = "true")
	static class SharesConfiguration {

		@Bean
		SharedMethods sharedMethods() {
			return new SharedMethods();
		}

		@Bean
		PermitMethods permitMethods() {
			return new PermitMethods();
		}

	}

	/**
	 * Stores without a ledger keep no jobs.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = NodeSettings.JOBS, havingValue = "true")
	static class JobConfiguration {

		@Bean
		NodeJobs nodeJobs(NodeLog log) {
			return new NodeJobs(log);
		}

	}

	/**
	 * Servers of a cluster tell clients where they are.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = RelayedAddresses.PROPERTY)
	static class RelayConfiguration {

		@Bean
		RelayedAddresses relayedAddresses(Environment environment) {
			return new RelayedAddresses(environment.getRequiredProperty(RelayedAddresses.PROPERTY));
		}

	}

	/**
	 * The database that keeps the locks keeps the ledger, too.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = NodeSettings.LEDGER)
	static class LedgerConfiguration {

		@Bean
		Ledger ledger(JdbcTemplate database, TransactionTemplate transactions) {
			return new Ledger(database, transactions);
		}

	}

}
