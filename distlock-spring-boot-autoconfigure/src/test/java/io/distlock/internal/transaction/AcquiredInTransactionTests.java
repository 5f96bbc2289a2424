// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks that are acquired by themselves end with the transaction around them, and those
 * that are lost and forgotten do not bother transactions that begin later.
 */
@Tag("safety")
class AcquiredInTransactionTests {

	private static final LockRequest SHORT = LockRequest.of("short").leaseTime(Duration.ofMillis(100)).autoRenew(false);

	private AnnotationConfigApplicationContext context;

	private LockTemplate locks;

	private TransactionTemplate transactions;

	private Calls calls;

	@BeforeEach
	void start() {
		start("true");
	}

	private void start(String transactionAware) {
		stop();
		this.context = new AnnotationConfigApplicationContext();
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("distlock.provider", "local", "distlock.transaction-aware", transactionAware)));
		this.context.register(Application.class);
		this.context.refresh();
		this.locks = this.context.getBean(LockTemplate.class);
		this.calls = this.context.getBean(Calls.class);
		this.transactions = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
	}

	@AfterEach
	void stop() {
		if (this.context != null) {
			this.context.close();
			LockContext.all().forEach(HeldLock::close);
			LockContext.purgeLost();
			assertThat(LockContext.all()).isEmpty();
		}
	}

	@Test
	void acquiredLockIsHeldUntilTheCommit() {
		this.transactions.executeWithoutResult((status) -> {
			HeldLock lock = this.locks.acquire("a");
			assertThat(lock.release()).isTrue();
			assertThat(lock.release()).isFalse();
			lock.close();
			assertThat(lock.isHeld()).isTrue();
			assertThat(isFree("a")).isFalse();
		});
		assertThat(isFree("a")).isTrue();
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void triedLocksAndSeveralOfThemAreHeldUntilTheRollback() {
		this.transactions.executeWithoutResult((status) -> {
			this.locks.tryAcquire("a").orElseThrow().close();
			HeldLock several = this.locks.acquire(LockRequest.ofAll(List.of("b", "c")));
			assertThat(several.release()).isTrue();
			assertThat(several.release()).isFalse();
			several.close();
			assertThat(List.of("a", "b", "c")).noneMatch(this::isFree);
			status.setRollbackOnly();
		});
		assertThat(List.of("a", "b", "c")).allMatch(this::isFree);
	}

	@Test
	void unlockedViewIsHeldUntilTheCommit() throws InterruptedException {
		Lock lock = this.locks.asLock("a");
		this.transactions.executeWithoutResult((status) -> {
			lock.lock();
			assertThat(lock.tryLock()).isTrue();
			lock.unlock();
			lock.unlock();
			assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
			assertThat(isFree("a")).isFalse();
			assertThat(lock.tryLock()).isTrue();
			lock.unlock();
		});
		assertThat(isFree("a")).isTrue();
		lock.lockInterruptibly();
		lock.unlock();
		assertThat(isFree("a")).isTrue();
	}

	@Test
	void lockOfTheContextIsHeldUntilTheCommitToo() {
		this.transactions.executeWithoutResult((status) -> {
			this.locks.executeWithoutResult("a", HeldLock::release);
			this.locks.acquire("b");
			LockContext.all().forEach(HeldLock::close);
			assertThat(List.of("a", "b")).noneMatch(this::isFree);
		});
		assertThat(List.of("a", "b")).allMatch(this::isFree);
	}

	@Test
	void lockThatWasReleasedOnAnotherThreadIsHeldUntilTheCommit() {
		this.transactions.executeWithoutResult((status) -> {
			HeldLock lock = this.locks.acquire("a");
			CompletableFuture.runAsync(lock::close).orTimeout(60, TimeUnit.SECONDS).join();
			assertThat(isFree("a")).isFalse();
		});
		assertThat(isFree("a")).isTrue();
	}

	@Test
	void lockThatWasAcquiredBeforeIsReleasedAtOnce() {
		HeldLock outer = this.locks.acquire("a");
		this.transactions.executeWithoutResult((status) -> {
			this.locks.acquire("a").close();
			outer.close();
			assertThat(isFree("a")).isFalse();
		});
		assertThat(isFree("a")).isTrue();
	}

	@Test
	void reentriesInATransactionAreNotCollected() {
		LockRequest several = LockRequest.ofAll(List.of("joined", "other"));
		Lock view = this.locks.asLock("joined");
		this.transactions.executeWithoutResult((status) -> {
			this.locks.executeWithoutResult(several, (lock) -> {
			});
			for (int i = 0; i < 100; i++) {
				this.calls.joined(() -> {
				});
				this.locks.executeWithoutResult("joined", (lock) -> {
				});
				this.locks.executeWithoutResult(several, HeldLock::release);
				this.locks.acquire("joined").close();
				this.locks.acquire(several).close();
				view.lock();
				view.unlock();
			}
			assertThat(TransactionSynchronizationManager.getSynchronizations()).hasSize(1);
			assertThat(LockContext.all()).hasSize(1);
			assertThat(List.of("joined", "other")).noneMatch(this::isFree);
		});
		assertThat(List.of("joined", "other")).allMatch(this::isFree);
	}

	@Test
	void reentriesThatNobodyReleasesEndWithTheTransaction() {
		this.transactions.executeWithoutResult((status) -> {
			this.locks.acquire("a");
			this.locks.acquire("a");
			this.locks.asLock("a").lock();
			this.locks.acquire(LockRequest.ofAll(List.of("b", "c")));
			this.locks.acquire(LockRequest.ofAll(List.of("b", "c")));
		});
		assertThat(LockContext.all()).isEmpty();
		assertThat(List.of("a", "b", "c")).allMatch(this::isFree);
	}

	@Test
	void reentryKeepsTheLockOfAnOuterCallUntilItsOwnTransactionEnds() {
		HeldLock outer = this.locks.acquire("a");
		this.transactions.executeWithoutResult((status) -> {
			template(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult((inner) -> {
				this.locks.acquire("a").close();
				outer.close();
				assertThat(isFree("a")).isFalse();
			});
			assertThat(isFree("a")).isTrue();
			this.locks.acquire("a").close();
			template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> this.locks.acquire("a").close());
			assertThat(isFree("a")).isFalse();
		});
		assertThat(isFree("a")).isTrue();
	}

	@Test
	void reentryThatIsNotIndifferentToALossVetoesTheCommitOfOneThatIs() {
		LockRequest indifferent = LockRequest.ofAll(List.of("a", "b"))
			.onLost(OnLost.IGNORE)
			.leaseTime(Duration.ofSeconds(2))
			.autoRenew(false);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				HeldLock lock = this.locks.acquire(indifferent);
				this.locks.acquire(LockRequest.ofAll(List.of("a", "b"))).close();
				lock.close();
				awaitLoss(lock);
			}));
	}

	@Test
	void lockOfAnInnerTransactionEndsWithThatOne() {
		this.transactions.executeWithoutResult((status) -> {
			template(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult((inner) -> {
				this.locks.acquire("inner").close();
				assertThat(isFree("inner")).isFalse();
			});
			assertThat(isFree("inner")).isTrue();
			template(TransactionDefinition.PROPAGATION_NOT_SUPPORTED).executeWithoutResult((none) -> {
				this.locks.acquire("none").close();
				assertThat(isFree("none")).isTrue();
			});
			template(TransactionDefinition.PROPAGATION_NESTED)
				.executeWithoutResult((nested) -> this.locks.acquire("nested").close());
			assertThat(isFree("nested")).isFalse();
		});
		assertThat(isFree("nested")).isTrue();
	}

	@Test
	void locksThatAreNotTransactionAwareAreReleasedAtOnce() {
		start("false");
		this.transactions.executeWithoutResult((status) -> {
			this.locks.acquire("a").close();
			assertThat(isFree("a")).isTrue();
		});
	}

	@Test
	void locksOfMethodsThatSuspendTheTransactionDoNotPileUp() {
		this.transactions.executeWithoutResult((status) -> {
			for (int id = 0; id < 5; id++) {
				this.calls.own(id);
				this.calls.none(id);
				assertThat(isFree("own:" + id)).isTrue();
				assertThat(isFree("none:" + id)).isTrue();
			}
			assertThat(LockContext.all()).isEmpty();
			this.calls.joined(() -> this.locks.acquire("in-body").close());
			assertThat(List.of("joined", "in-body")).noneMatch(this::isFree);
		});
		assertThat(List.of("joined", "in-body")).allMatch(this::isFree);
	}

	@Test
	void lockInTheBodyOfASuspendingMethodFollowsItsTransaction() {
		this.transactions.executeWithoutResult((status) -> {
			this.calls.around(() -> {
				this.locks.acquire("in-body").close();
				assertThat(isFree("in-body")).isFalse();
			});
			assertThat(isFree("in-body")).isTrue();
		});
	}

	@Test
	void lossAfterTheReleaseVetoesTheCommit() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				HeldLock lock = this.locks.acquire(SHORT);
				lock.close();
				awaitLoss(lock);
			}));
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void lossInATransactionVetoesItAlthoughTheLockWasAcquiredBefore() {
		HeldLock lock = this.locks.acquire(SHORT.leaseTime(Duration.ofSeconds(5)));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				awaitLoss(lock);
				template(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
					.executeWithoutResult((none) -> this.locks.acquire("other").close());
			}));
		this.transactions.executeWithoutResult((status) -> {
		});
	}

	@Test
	void lockThatWasLostAndForgottenVetoesNoLaterTransaction() {
		awaitLoss(this.locks.acquire(SHORT));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(LockContext::assertHeld);
		this.transactions.executeWithoutResult((status) -> {
		});
	}

	@Test
	void transactionsInACallThatHasLostItsLockAreVetoed() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(SHORT, (lock) -> {
				awaitLoss(lock);
				this.transactions.executeWithoutResult((status) -> {
				});
			}));
	}

	@Test
	void coolDownCanBeTriedAgainOnTheSameThread() {
		HeldLock first = this.locks.acquire(SHORT);
		awaitLoss(first);
		HeldLock second = this.locks.tryAcquire(SHORT.waitTime(Duration.ofSeconds(5))).orElseThrow();
		assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
		assertThat(first.release()).isFalse();
		second.close();
	}

	@Test
	void locksThatWereLostAndForgottenDoNotPileUp() {
		HeldLock last = null;
		for (int i = 0; i < 200; i++) {
			last = this.locks
				.acquire(LockRequest.of("cool-down:" + i).leaseTime(Duration.ofMillis(100)).autoRenew(false));
		}
		awaitLoss(last);
		this.locks.acquire("next").close();
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void managerThatWasCreatedTooEarlyVetoesAsWell() {
		this.context.close();
		this.context = new AnnotationConfigApplicationContext();
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("distlock.provider", "local")));
		this.context.register(EarlyManager.class, Application.class);
		this.context.refresh();
		JdbcTransactionManager manager = this.context.getBean(JdbcTransactionManager.class);
		assertThat(manager.getTransactionExecutionListeners()).hasOnlyElementsOfType(LockLossVeto.class).hasSize(1);
	}

	@Test
	void managerOfAParentContextVetoesAsWell() {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(ParentManager.class);
				AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(parent);
			child.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("test", Map.of("distlock.provider", "local")));
			child.register(Locking.class);
			child.refresh();
			JdbcTransactionManager manager = parent.getBean(JdbcTransactionManager.class);
			assertThat(manager.getTransactionExecutionListeners()).containsExactly(new LockLossVeto());
		}
	}

	private static void awaitLoss(HeldLock lock) {
		Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> !lock.isHeld());
	}

	private TransactionTemplate template(int propagation) {
		TransactionTemplate template = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
		template.setPropagationBehavior(propagation);
		return template;
	}

	/**
	 * Look from another thread.
	 */
	private boolean isFree(String key) {
		return CompletableFuture.supplyAsync(() -> this.locks.tryAcquire(key).map((lock) -> {
			lock.close();
			return true;
		}).orElse(false)).orTimeout(60, TimeUnit.SECONDS).join();
	}

	static class Calls {

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock(name = "own", key = "#id")
		void own(int id) {
		}

		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@DistributedLock(name = "none", key = "#id")
		void none(int id) {
		}

		@Transactional
		@DistributedLock("joined")
		void joined(Runnable body) {
			body.run();
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock("around")
		void around(Runnable body) {
			body.run();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyManager {

		@Bean
		static BeanPostProcessor needsTransactions(PlatformTransactionManager manager) {
			return new BeanPostProcessor() {
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class Application {

		@Bean
		DataSource dataSource() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			new JdbcTemplate(dataSource).execute("create table data (id int)");
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		Calls calls() {
			return new Calls();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ParentManager {

		@Bean
		JdbcTransactionManager transactionManager() {
			return new JdbcTransactionManager(
					new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class Locking {

	}

}
