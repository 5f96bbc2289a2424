// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.lifecycle;

import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

/**
 * Runs another bean where the leader of a role is: starts it when this node begins to
 * lead, and stops it when the node ends to, before another node leads unless the lease
 * was lost. A bean that fails to start lets another node lead.
 * <p>
 * The other bean must not start with the context: a {@link SmartLifecycle} has
 * {@code isAutoStartup()} return {@code false}, as {@code setAutoStartup(false)} does for
 * containers of message listeners.
 *
 * @since 0.1.0
 */
public final class LeaderLifecycle implements LeaderListener, InitializingBean, DisposableBean {

	private final LeaderElections elections;

	private final String role;

	private final Lifecycle bean;

	/**
	 * Create a lifecycle, to be a bean itself.
	 * @param elections the elections of this node, which stands for the role from now on
	 * @param role the role
	 * @param bean what runs on the leader
	 * @throws IllegalArgumentException if the bean starts by itself
	 */
	public LeaderLifecycle(LeaderElections elections, String role, Lifecycle bean) {
		if (bean instanceof SmartLifecycle smart && smart.isAutoStartup()) {
			throw new IllegalArgumentException(
					"'bean' must not start by itself, but %s does, on every node. Let its isAutoStartup() return false"
						.formatted(bean));
		}
		this.elections = elections;
		this.role = role;
		this.bean = bean;
	}

	@Override
	public void afterPropertiesSet() {
		this.elections.election(this.role).addListener(this);
	}

	@Override
	public void granted(LeaderTerm term) {
		this.bean.start();
	}

	@Override
	public void revoked(LeaderTerm term, RevocationReason reason) {
		this.bean.stop();
	}

	@Override
	public void destroy() {
		this.elections.find(this.role).ifPresent((election) -> election.removeListener(this));
	}

}
