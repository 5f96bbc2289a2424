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
