// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.integration;

import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/**
 * Publishes the events of Spring Integration's leader initiators, so that endpoints with
 * a role, and listeners that are there already, follow elections of this library.
 *
 * @since 0.1.0
 */
public final class IntegrationEventPublisher implements LeaderListener {

	private final LeaderElections elections;

	private final ApplicationEventPublisher events;

	/**
	 * Create a publisher.
	 * @param elections the elections of this node
	 * @param events where events are published
	 */
	public IntegrationEventPublisher(LeaderElections elections, ApplicationEventPublisher events) {
		this.elections = elections;
		this.events = events;
	}

	@Override
	public void granted(LeaderTerm term) {
		this.events
			.publishEvent(new OnGrantedEvent(this.elections, new TermContext(term, this.elections), term.role()));
	}

	@Override
	public void revoked(LeaderTerm term, RevocationReason reason) {
		this.events
			.publishEvent(new OnRevokedEvent(this.elections, new TermContext(term, this.elections), term.role()));
	}

	/**
	 * A term as Spring Integration knows it.
	 */
	private record TermContext(LeaderTerm term, LeaderElections elections) implements Context {

		@Override
		public boolean isLeader() {
			return this.term.isHeld();
		}

		@Override
		public void yield() {
			this.elections.find(this.term.role()).ifPresent(LeaderElection::stepDown);
		}

		@Override
		public String getRole() {
			return this.term.role();
		}

	}

}
