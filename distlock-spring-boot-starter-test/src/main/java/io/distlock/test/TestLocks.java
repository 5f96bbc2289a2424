// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.distlock.LockMode;
import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.monitor.LockSnapshot;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.Assert;

/**
 * Controls the rest of the cluster and the store of the locks in a test. Available as a
 * bean in tests annotated with {@link AutoConfigureDistlock @AutoConfigureDistlock}.
 * <p>
 * Keys are written as in the application, without {@code distlock.key-prefix}: {@code
 * "stock:teapot"} for {@code @DistributedLock(name = "stock", key = "#item")}. Changes by
 * a test method are undone when the method ends, see {@link #reset}.
 *
 * @since 0.1.0
 */
public final class TestLocks {

	private static final Logger logger = LoggerFactory.getLogger(TestLocks.class);

	/**
	 * Longer than the time advanced by any test.
	 */
	private static final Duration UNLIMITED = Duration.ofDays(36_500);

	private final ListableBeanFactory beanFactory;

	private final Supplier<String> keyPrefix;

	private final Supplier<LockEngineRegistry> engines;

	private final Supplier<Map.Entry<String, TestLockProvider>> provider;

	TestLocks(ListableBeanFactory beanFactory, Supplier<String> keyPrefix, Supplier<LockEngineRegistry> engines) {
		this.beanFactory = beanFactory;
		this.keyPrefix = keyPrefix;
		this.engines = engines;
		this.provider = this::primary;
	}

	private TestLocks(TestLocks all, Map.Entry<String, TestLockProvider> provider) {
		this.beanFactory = all.beanFactory;
		this.keyPrefix = all.keyPrefix;
		this.engines = all.engines;
		this.provider = () -> provider;
	}

	/**
	 * Return the locks of one provider, for an application with several providers. By
	 * default, locks of the primary provider are used.
	 * @param providerBeanName the bean name, as in {@code @DistributedLock(provider =
	 * ...)}
	 * @return the locks of that provider
	 * @throws IllegalArgumentException if the provider is unknown
	 */
	public TestLocks of(String providerBeanName) {
		TestLockProvider named = providers().get(providerBeanName);
		Assert.isTrue(named != null, () -> "There is no LockProvider bean named '%s', but there are %s"
			.formatted(providerBeanName, providers().keySet()));
		return new TestLocks(this, Map.entry(providerBeanName, named));
	}

	/**
	 * Acquire a lock as another node, until it is released or the test method ends.
	 * @param key the key
	 * @return the lock of the other node
	 * @throws IllegalStateException if the lock is held
	 */
	public RemoteHold holdElsewhere(String key) {
		return holdElsewhere(key, UNLIMITED);
	}

	/**
	 * Acquire a lock as another node that dies, so that the lock ends with its lease. The
	 * lease is measured by the store's clock, so {@link #advance} ends it early.
	 * @param key the key
	 * @param leaseTime the lease, positive
	 * @return the lock of the other node
	 * @throws IllegalStateException if the lock is held
	 */
	public RemoteHold holdElsewhere(String key, Duration leaseTime) {
		return holdElsewhere(key, LockMode.EXCLUSIVE, leaseTime);
	}

	/**
	 * Acquire a shared lock or a permit as another node, until it is released or the test
	 * method ends. Each call adds an owner: with as many owners as permits, the
	 * application cannot acquire a permit.
	 * @param key the key
	 * @param mode the mode of the other node
	 * @return the lock or permit of the other node
	 * @throws IllegalStateException if the key has no room for the mode, or if a shared
	 * lock is requested while the application waits for the exclusive lock
	 */
	public RemoteHold holdElsewhere(String key, LockMode mode) {
		return holdElsewhere(key, mode, UNLIMITED);
	}

	/**
	 * Acquire a shared lock or a permit as another node that dies.
	 * @param key the key
	 * @param mode the mode of the other node
	 * @param leaseTime the lease, positive
	 * @return the lock or permit of the other node
	 * @throws IllegalStateException if the key has no room for the mode, or if a shared
	 * lock is requested while the application waits for the exclusive lock
	 */
	public RemoteHold holdElsewhere(String key, LockMode mode, Duration leaseTime) {
		Assert.isTrue(leaseTime.compareTo(Duration.ZERO) > 0, "'leaseTime' must be positive");
		TestLockProvider store = store();
		return store.holdElsewhere(key(key).in(mode), leaseTime)
			.map((lease) -> new RemoteHold(store, lease))
			.orElseThrow(() -> new IllegalStateException(refusal(mode).formatted(key, state())));
	}

	private static String refusal(LockMode mode) {
		return switch (mode) {
			case EXCLUSIVE -> "Lock '%s' cannot be held elsewhere, because it is held already: %s";
			case SHARED -> "Lock '%s' cannot be shared elsewhere, because an owner has it alone, or waits for that: %s";
			case PERMIT -> "No permit of '%s' can be held elsewhere, because all are taken: %s";
		};
	}

	/**
	 * Acquire a lock as another node, even if the application holds it.
	 */
	RemoteHold takeElsewhere(String key) {
		TestLockProvider store = store();
		return store.takeElsewhere(key(key), UNLIMITED)
			.map((lease) -> new RemoteHold(store, lease))
			.orElseThrow(() -> new IllegalStateException(
					"Lock '%s' cannot be taken elsewhere, because another node has it already: %s".formatted(key,
							state())));
	}

	void releaseElsewhere(String key) {
		store().releaseElsewhere(key(key));
	}

	/**
	 * Make the application lose a lock, or its permits of the key, as after the expiry of
	 * the lease. When this method returns, {@code isHeld()} is {@code false}; callbacks,
	 * the {@link io.distlock.monitor.LockLostEvent} and an interrupt follow immediately
	 * on a thread of distlock. The lock is then available to the next waiter.
	 * @param key the key
	 * @throws IllegalStateException if the application does not hold the lock
	 */
	public void lose(String key) {
		Assert.state(store().lose(key(key)),
				() -> "Lock '%s' cannot be lost, because the application does not hold it: %s".formatted(key, state()));
	}

	/**
	 * Advance the store's clock for all providers: leases of other nodes end, and waiters
	 * acquire their locks at once. Locks of the application remain held, as for a live
	 * node; they end by {@link #lose}. The clock also advances by itself, and is never
	 * set back, not even by {@link #reset}.
	 * @param time the duration, not negative
	 */
	public void advance(Duration time) {
		Assert.isTrue(!time.isNegative(), "'time' must not be negative: the store's clock does not go back");
		providers().values().forEach((each) -> each.advance(time));
	}

	/**
	 * Return the time of the store's clock, which determines the times of jobs.
	 * @return the time
	 */
	public Instant now() {
		return store().now(key("now"));
	}

	/**
	 * Make the store fail until the result is closed: requests for locks and jobs fail at
	 * once with {@link io.distlock.LockProviderException}, without the retries of a real
	 * outage.
	 * @return the outage, ended by its close
	 */
	public StoreOutage failing() {
		return failing(Outcome.PERMANENT);
	}

	/**
	 * Make the store fail with a given outcome until the result is closed. After
	 * {@link Outcome#TRANSIENT} and {@link Outcome#UNKNOWN}, the application retries
	 * within its wait time, so a short outage remains unnoticed.
	 * @param outcome the outcome of requests of the application
	 * @return the outage, ended by its close
	 */
	public StoreOutage failing(Outcome outcome) {
		TestLockProvider store = store();
		store.fail(outcome);
		return new StoreOutage(store::answer);
	}

	/**
	 * Return the keys currently held by any thread of the application, including active
	 * jobs as {@code "cluster-job:<name>"} and led roles as {@code
	 * "distlock.leader:<role>"}.
	 * @return the keys, sorted
	 */
	public Set<String> held() {
		Set<String> keys = new TreeSet<>();
		LockEngineMonitor engine = this.engines.get().engines().get(this.provider.get().getKey());
		if (engine != null) {
			engine.snapshot().stream().map(LockSnapshot::key).forEach(keys::add);
		}
		return keys;
	}

	/**
	 * Return the keys currently held by other nodes.
	 * @return the keys, sorted
	 */
	public Set<String> heldElsewhere() {
		return store().heldElsewhere();
	}

	/**
	 * Return the keys for which the application currently waits because another node
	 * holds them. Excludes waits for another thread of this application.
	 * @return the keys, sorted
	 */
	public Set<String> awaited() {
		return store().awaited();
	}

	/**
	 * Reset all providers to the state before the test: other nodes hold no locks, the
	 * store responds, jobs have no history, and locks still held by the application are
	 * lost, except for led roles. Called after each test method.
	 */
	public void reset() {
		providers().forEach((name, each) -> {
			Set<String> left = each.reset();
			if (!left.isEmpty()) {
				logger.warn("The test has left locks of '{}' held, which are lost now: {}", name, left);
			}
		});
	}

	private LockKey key(String key) {
		return new LockKey(this.keyPrefix.get(), key);
	}

	private TestLockProvider store() {
		return this.provider.get().getValue();
	}

	private Map<String, TestLockProvider> providers() {
		return new LinkedHashMap<>(this.beanFactory.getBeansOfType(TestLockProvider.class));
	}

	private Map.Entry<String, TestLockProvider> primary() {
		TestLockProvider primary = this.beanFactory.getBean(TestLockProvider.class);
		return providers().entrySet().stream().filter((named) -> named.getValue() == primary).findFirst().orElseThrow();
	}

	private String state() {
		return "held by this application %s, elsewhere %s".formatted(held(), heldElsewhere());
	}

	@Override
	public String toString() {
		return "Locks of the test: " + state();
	}

}
