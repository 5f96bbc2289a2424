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
 * The rest of the cluster and the store of the locks, in the hand of a test: a bean of
 * tests annotated with {@link AutoConfigureDistlock @AutoConfigureDistlock}.
 * <p>
 * Keys are written as the application writes them, without {@code distlock.key-prefix}:
 * {@code "stock:teapot"} for {@code @DistributedLock(name = "stock", key = "#item")}.
 * What a test method did is undone when it ends, see {@link #reset}.
 *
 * @since 0.1.0
 */
public final class TestLocks {

	private static final Logger logger = LoggerFactory.getLogger(TestLocks.class);

	/**
	 * Longer than any test lets pass.
	 */
	private static final Duration FOR_GOOD = Duration.ofDays(36_500);

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
	 * Return the locks of one provider, where the application has several. Without it,
	 * those of the primary provider are meant.
	 * @param providerBeanName the bean name, as {@code @DistributedLock(provider = ...)}
	 * has it
	 * @return the locks of that provider
	 * @throws IllegalArgumentException if there is no such provider
	 */
	public TestLocks of(String providerBeanName) {
		TestLockProvider named = providers().get(providerBeanName);
		Assert.isTrue(named != null, () -> "There is no LockProvider bean named '%s', but there are %s"
			.formatted(providerBeanName, providers().keySet()));
		return new TestLocks(this, Map.entry(providerBeanName, named));
	}

	/**
	 * Let another node take a lock, and keep it until it is released or the test method
	 * ends.
	 * @param key the key
	 * @return the lock of the other node
	 * @throws IllegalStateException if the lock is held
	 */
	public RemoteHold holdElsewhere(String key) {
		return holdElsewhere(key, FOR_GOOD);
	}

	/**
	 * Let another node take a lock and die with it: it ends with its lease. The lease
	 * goes by the store's clock, so {@link #advance} ends it early.
	 * @param key the key
	 * @param leaseTime the lease, positive
	 * @return the lock of the other node
	 * @throws IllegalStateException if the lock is held
	 */
	public RemoteHold holdElsewhere(String key, Duration leaseTime) {
		return holdElsewhere(key, LockMode.EXCLUSIVE, leaseTime);
	}

	/**
	 * Let another node share a lock, or have one of the permits of a key, until it is
	 * released or the test method ends. Each call is one more owner: with as many as
	 * there are permits, none is left for the application.
	 * @param key the key
	 * @param mode how the other node holds it
	 * @return the lock, or the permit, of the other node
	 * @throws IllegalStateException if the key is held so that the mode has no room, or
	 * if it is to be shared and the application waits to have it alone
	 */
	public RemoteHold holdElsewhere(String key, LockMode mode) {
		return holdElsewhere(key, mode, FOR_GOOD);
	}

	/**
	 * Let another node share a lock, or take one of the permits of a key, and die with
	 * it.
	 * @param key the key
	 * @param mode how the other node holds it
	 * @param leaseTime the lease, positive
	 * @return the lock, or the permit, of the other node
	 * @throws IllegalStateException if the key is held so that the mode has no room, or
	 * if it is to be shared and the application waits to have it alone
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
	 * Let another node take a lock, whether or not the application has it.
	 */
	RemoteHold takeElsewhere(String key) {
		TestLockProvider store = store();
		return store.takeElsewhere(key(key), FOR_GOOD)
			.map((lease) -> new RemoteHold(store, lease))
			.orElseThrow(() -> new IllegalStateException(
					"Lock '%s' cannot be taken elsewhere, because another node has it already: %s".formatted(key,
							state())));
	}

	void releaseElsewhere(String key) {
		store().releaseElsewhere(key(key));
	}

	/**
	 * Take a lock, or its permits of that key, away from the application, as if its lease
	 * had run out. When this returns, {@code isHeld()} is {@code false}; callbacks, the
	 * {@link io.distlock.monitor.LockLostEvent} and an interrupt follow at once, from a
	 * thread of distlock's. The lock is free then, for the next waiter.
	 * @param key the key
	 * @throws IllegalStateException if the application does not hold the lock
	 */
	public void lose(String key) {
		Assert.state(store().lose(key(key)),
				() -> "Lock '%s' cannot be lost, because the application does not hold it: %s".formatted(key, state()));
	}

	/**
	 * Let time pass by the store's clock, for all providers: leases of other nodes end,
	 * and those who wait get the lock at once. What the application itself holds stays
	 * held, as by a node that is alive; it ends by {@link #lose}. The clock goes on by
	 * itself as well, and never back, not even by {@link #reset}.
	 * @param time how much, not negative
	 */
	public void advance(Duration time) {
		Assert.isTrue(!time.isNegative(), "'time' must not be negative: the store's clock does not go back");
		providers().values().forEach((each) -> each.advance(time));
	}

	/**
	 * Return the store's clock: what jobs have as their times.
	 * @return the time
	 */
	public Instant now() {
		return store().now(key("now"));
	}

	/**
	 * Let the store fail until the result is closed: locks and jobs end in
	 * {@link io.distlock.LockProviderException}. They do so at once, so that a test does
	 * not have to wait as long as the application would.
	 * @return closed to let the store answer again
	 */
	public StoreOutage failing() {
		return failing(Outcome.PERMANENT);
	}

	/**
	 * Let the store fail in a certain way until the result is closed. After
	 * {@link Outcome#TRANSIENT} and {@link Outcome#UNKNOWN}, the application asks again
	 * until its wait is over, so that a short outage goes unnoticed.
	 * @param outcome what the application gets to know of its requests
	 * @return closed to let the store answer again
	 */
	public StoreOutage failing(Outcome outcome) {
		TestLockProvider store = store();
		store.fail(outcome);
		return new StoreOutage(store::answer);
	}

	/**
	 * Return the keys that the application holds now, by any thread. Running jobs are
	 * among them, as {@code "cluster-job:<name>"}, and the roles that it leads, as
	 * {@code "distlock.leader:<role>"}.
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
	 * Return the keys that other nodes hold now.
	 * @return the keys, sorted
	 */
	public Set<String> heldElsewhere() {
		return store().heldElsewhere();
	}

	/**
	 * Return the keys that the application waits for now, because another node holds
	 * them. A key that is only waited for by a thread behind another one of this
	 * application is not among them.
	 * @return the keys, sorted
	 */
	public Set<String> awaited() {
		return store().awaited();
	}

	/**
	 * Go back to how it was before the test, for all providers: no other node holds
	 * anything, the store answers, jobs have no history, and what the application still
	 * holds is lost, but for the roles that it leads. Called after each test method.
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
