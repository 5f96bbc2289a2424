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
 * Runs another bean on the leader of a role. The bean is started when this node becomes
 * the leader, and stopped at the end of the term; unless the lease was lost, another node
 * leads only after the stop. If the bean fails to start, the node steps down.
 * <p>
 * The bean must not start with the context. A {@link SmartLifecycle} must return
 * {@code false} from {@code isAutoStartup()}; for message listener containers, use {@code
 * setAutoStartup(false)}.
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
	 * Create a lifecycle, to be registered as a bean.
	 * @param elections the elections of this node, which becomes a candidate for the role
	 * @param role the role
	 * @param bean the bean to run on the leader
	 * @throws IllegalArgumentException if the bean starts automatically
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
	 * Stop a bean that the context has started although this node does not lead. The
	 * context's {@code start()} starts all beans, and its refresh starts the dependencies
	 * of other beans. Does not wait for a bean that is being started or stopped.
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
