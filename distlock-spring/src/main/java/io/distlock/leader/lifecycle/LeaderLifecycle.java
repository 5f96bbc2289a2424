// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.lifecycle;

import java.util.concurrent.locks.ReentrantLock;

import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ApplicationContextEvent;

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
public final class LeaderLifecycle
		implements LeaderListener, ApplicationListener<ApplicationContextEvent>, InitializingBean, DisposableBean {

	private final LeaderElections elections;

	private final String role;

	private final Lifecycle bean;

	private final ReentrantLock changing = new ReentrantLock();

	private boolean leading;

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
		change(true, this.bean::start);
	}

	@Override
	public void revoked(LeaderTerm term, RevocationReason reason) {
		change(false, this.bean::stop);
	}

	private void change(boolean leads, Runnable change) {
		this.changing.lock();
		try {
			this.leading = leads;
			change.run();
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Stop what the context has started although this node does not lead: its
	 * {@code start()} starts everything, and its refresh what another bean needs. Does
	 * not wait for a bean that is just being started or stopped.
	 */
	@Override
	public void onApplicationEvent(ApplicationContextEvent event) {
		if (!this.changing.tryLock()) {
			return;
		}
		try {
			if (!this.leading && this.bean.isRunning()) {
				this.bean.stop();
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	@Override
	public void destroy() {
		this.elections.find(this.role).ifPresent((election) -> election.removeListener(this));
	}

}
