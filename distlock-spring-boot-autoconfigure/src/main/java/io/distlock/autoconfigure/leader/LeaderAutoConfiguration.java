// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.leader;

import java.util.Set;

import io.distlock.LockEngine;
import io.distlock.annotation.LeaderOnly;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.internal.LockProviders;
import io.distlock.autoconfigure.internal.LockUse;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.leader.ElectionsLifecycle;
import io.distlock.leader.Leader;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;
import io.distlock.leader.lifecycle.LeaderGrantedEvent;
import io.distlock.leader.lifecycle.LeaderRevokedEvent;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for leaders: makes this node a candidate for the roles of {@code
 * distlock.leader.roles} and of methods annotated with {@link LeaderOnly}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DistlockLeaderProperties.class)
public final class LeaderAutoConfiguration {

	/**
	 * Create the elections. Closed by the lifecycle, and again by the container.
	 */
	@Bean
	@ConditionalOnMissingBean
	LeaderElections distlockLeaderElections(ObjectProvider<DistlockLeaderProperties> properties,
			ObjectProvider<LockEngine> engine, ObjectProvider<LeaseSettings> leases, LockProviders distlockProviders,
			ApplicationEventPublisher events) {
		LeaderElections elections = new LeaderElections((role) -> {
			LockProvider provider = distlockProviders.primary();
			refuseWithoutTokens(role, provider);
			LeaseSettings naming = leases.getObject();
			return new LeaderElection(role, engine.getObject(), properties.getObject().settings(), naming.nodeName(),
					Leader.lookup(provider, naming.keyPrefix()));
		});
		LeaderListener publisher = new EventPublisher(events);
		elections.forEach((election) -> election.addListener(publisher));
		return elections;
	}

	private static void refuseWithoutTokens(String role, LockProvider provider) {
		if (!provider.hasFencingTokens()) {
			throw new LockConfigurationException(
					"Role '%s' cannot have a leader: provider '%s' forgets what it has granted, and has no fencing tokens, so two nodes could lead at once with nothing to distinguish their terms."
						.formatted(LockKey.shown(role), provider.name()),
					"Keep the locks in a store that has fencing tokens, such as a database or Redis; or use no leaders: remove the role from distlock.leader.roles, and @LeaderOnly.");
		}
	}

	@Bean
	@Lazy(false)
	@ConditionalOnBean(name = "distlockLeaderElections", search = SearchStrategy.CURRENT)
	ElectionsLifecycle distlockElectionsLifecycle(LeaderElections elections,
			ObjectProvider<DistlockLeaderProperties> properties, LockUse distlockUse) {
		return new ElectionsLifecycle(elections,
				!distlockUse.isConfigured("distlock.leader") || properties.getObject().enabled());
	}

	/**
	 * Register the roles, even in a context that shares the elections of its parent.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton distlockLeaderRoles(LeaderElections elections,
			ObjectProvider<DistlockLeaderProperties> properties, DistributedLockOperationSource distlockOperationSource,
			LockUse distlockUse) {
		return () -> {
			Set<String> roles = distlockOperationSource.roles();
			if (distlockUse.isConfigured("distlock.leader")) {
				roles.addAll(properties.getObject().roles());
			}
			roles.forEach(elections::election);
		};
	}

	private record EventPublisher(ApplicationEventPublisher events) implements LeaderListener {

		@Override
		public void granted(LeaderTerm term) {
			this.events.publishEvent(new LeaderGrantedEvent(term.role(), term.number()));
		}

		@Override
		public void revoked(LeaderTerm term, RevocationReason reason) {
			this.events.publishEvent(new LeaderRevokedEvent(term.role(), term.number(), reason));
		}

	}

}
