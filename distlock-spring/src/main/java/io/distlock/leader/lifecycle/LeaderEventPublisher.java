// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.lifecycle;

import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes what happens to roles as application events.
 *
 * @since 0.1.0
 */
public final class LeaderEventPublisher implements LeaderListener {

	private final ApplicationEventPublisher events;

	/**
	 * Create a publisher.
	 * @param events where events are published
	 */
	public LeaderEventPublisher(ApplicationEventPublisher events) {
		this.events = events;
	}

	@Override
	public void granted(LeaderTerm term) {
		this.events.publishEvent(new LeaderGrantedEvent(term.role(), term.number()));
	}

	@Override
	public void revoked(LeaderTerm term, RevocationReason reason) {
		this.events.publishEvent(new LeaderRevokedEvent(term.role(), term.number(), reason));
	}

}
