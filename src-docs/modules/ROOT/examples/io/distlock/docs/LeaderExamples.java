// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.OptionalLong;

import io.distlock.annotation.LeaderOnly;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;
import io.distlock.leader.lifecycle.LeaderGrantedEvent;
import io.distlock.leader.lifecycle.LeaderLifecycle;
import io.distlock.leader.lifecycle.LeaderRevokedEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * What runs where the leader is.
 */
@Configuration(proxyBeanMethods = false)
class LeaderExamples {

	// tag::lifecycle[]
	@Bean
	LeaderLifecycle feedOnLeader(LeaderElections elections, FeedReader feed) {
		return new LeaderLifecycle(elections, "feed", feed);
	}
	// end::lifecycle[]

	/**
	 * Reads a feed from when it is started until it is stopped.
	 */
	static class FeedReader implements Lifecycle {

		private volatile boolean running;

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

	/**
	 * Methods of the leader.
	 */
	static class Prices {

		private final JdbcClient jdbc;

		Prices(JdbcClient jdbc) {
			this.jdbc = jdbc;
		}

		// tag::method[]
		@Scheduled(fixedDelay = 1000)
		@LeaderOnly("prices")
		void refresh() {
			// every second, on the node that leads
		}
		// end::method[]

		// tag::fenced[]
		boolean publish(String item, long cents, long term) {
			return this.jdbc.sql("update price set cents = ?, term = ? where item = ? and term <= ?")
				.params(cents, term, item, term)
				.update() == 1;
		}
		// end::fenced[]

	}

	/**
	 * What is told.
	 */
	static class Changes {

		private static final Logger logger = LoggerFactory.getLogger(Changes.class);

		// tag::events[]
		@EventListener
		void granted(LeaderGrantedEvent event) {
			logger.info("leads {}, term {}", event.role(), event.term());
		}

		@EventListener
		void revoked(LeaderRevokedEvent event) {
			logger.info("leads {} no more: {}", event.role(), event.reason());
		}
		// end::events[]

	}

	/**
	 * An election in code.
	 */
	static class Code {

		// tag::code[]
		void stand(LeaderElections elections, Prices prices) {
			LeaderElection election = elections.election("prices");
			election.addListener(new LeaderListener() {

				@Override
				public void granted(LeaderTerm term) {
					prices.publish("apple", 30, term.number());
				}

				@Override
				public void revoked(LeaderTerm term, RevocationReason reason) {
					// stop what was started
				}

			});
			OptionalLong term = election.term(); // empty on every node but the leader
			term.ifPresent((number) -> prices.publish("pear", 40, number));
			election.stepDown(); // another node leads now, if there is one
		}
		// end::code[]

	}

}
