// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.fencing.FencingException;
import io.distlock.testserver.MemcachedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.scheduling.annotation.EnableScheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with its locks in a real Memcached, and what it is refused.
 */
class MemcachedApplicationTests {

	private final String key = "application:" + UUID.randomUUID();

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(DistlockAutoConfiguration.class, MemcachedLockAutoConfiguration.class, LifecycleAutoConfiguration.class));

	private ApplicationContextRunner at(MemcachedServer server) {
		return this.runner.withPropertyValues("distlock.memcached.servers=" + server.address(),
				"distlock.provider=memcached");
	}

	@Test
	void nodesExcludeEachOtherAndLeaveNothing() {
		MemcachedServer server = MemcachedServer.shared();
		ApplicationContextRunner application = at(server).withBean(LockUser.class);
		application.run((first) -> {
			HeldLock held = first.getBean(LockTemplate.class).acquire(this.key);
			application.run((second) -> assertThat(second.getBean(LockTemplate.class).tryAcquire(this.key)).isEmpty());
			assertThat(held.release()).isTrue();
			application
				.run((second) -> assertThat(second.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld))
					.isTrue());
		});
		assertThat(MemcachedServer.command(server.port(), "get distlock:" + this.key, "END")).isEmpty();
	}

	@Test
	void fencedMethodFailsTheStart() {
		withDatabase(at(MemcachedServer.shared())).withBean(Fenced.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("Fenced.work()")
				.hasMessageContaining("fenced = ")
				.hasMessageContaining("the store forgets what it has granted, and has no fencing tokens")
				.hasMessageContaining("such as a database or Redis"));
	}

	@Test
	void fencedRequestIsRefusedAndTheWorkDoesNotRun() {
		withDatabase(at(MemcachedServer.shared())).withBean(LockUser.class).run((context) -> {
			LockTemplate locks = context.getBean(LockTemplate.class);
			AtomicBoolean ran = new AtomicBoolean();
			assertThatExceptionOfType(FencingException.class)
				.isThrownBy(
						() -> locks.executeWithoutResult(LockRequest.of(this.key).fenced(), (lock) -> ran.set(true)))
				.withMessageContaining("Lock '" + this.key + "' cannot be fenced: its store forgets");
			assertThat(ran).isFalse();
			assertThat(locks.execute(this.key, HeldLock::isHeld)).as("the lock, after the refusal").isTrue();
		});
	}

	@ParameterizedTest
	@CsvSource({ "distlock.leader.roles=mails, true", "distlock.leader.roles=, false" })
	void roleFailsTheStart(String roles, boolean fails) {
		at(MemcachedServer.shared()).withConfiguration(AutoConfigurations.of(LeaderAutoConfiguration.class))
			.withBean(LockUser.class)
			.withPropertyValues(roles)
			.run((context) -> {
				if (fails) {
					assertThat(context).getFailure()
						.isInstanceOf(LockConfigurationException.class)
						.hasMessageContaining("Role 'mails' cannot have a leader: provider 'memcached' forgets")
						.hasMessageContaining("distlock.leader.roles");
				}
				else {
					assertThat(context).hasNotFailed();
				}
			});
	}

	@Test
	void jobFailsTheStart() {
		at(MemcachedServer.shared())
			.withConfiguration(AutoConfigurations.of(ClusterSchedulingAutoConfiguration.class,
					TaskSchedulingAutoConfiguration.class, AopAutoConfiguration.class))
			.withBean(Scheduling.class)
			.withBean(Job.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("'memcached' stores locks, but not jobs")
				.hasMessageContaining("such as that of a database or Redis"));
	}

	@Test
	void permitsFailTheStart() {
		at(MemcachedServer.shared()).withBean(Limited.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("Limited.work()")
				.hasMessageContaining("provider 'memcached' supports only [EXCLUSIVE]"));
	}

	private static ApplicationContextRunner withDatabase(ApplicationContextRunner runner) {
		return runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				FencingAutoConfiguration.class));
	}

	static class Fenced {

		@DistributedLock(name = "stock", fenced = true)
		void work() {
		}

	}

	static class Limited {

		@ClusterConcurrencyLimit(name = "reports", permits = 2)
		void work() {
		}

	}

	static class Job {

		@ClusterScheduled(fixedRate = "1h")
		void work() {
		}

	}

	@EnableScheduling
	static class Scheduling {

	}

}
