// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import io.distlock.FencedCalls;
import io.distlock.LockObserver;
import io.distlock.LockOperations;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.internal.actuate.LockStores;
import io.distlock.internal.interceptor.operation.LockOperationsResolver;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.JobStores;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Engine, lock operations and store of jobs for each provider of an application, created
 * on demand.
 *
 * @since 0.1.0
 */
public final class LockProviders implements LockEngineRegistry, LockOperationsResolver, JobStores, SmartLifecycle,
		BeanNameAware, DisposableBean {

	private final ConfigurableListableBeanFactory beanFactory;

	private final ProviderBeans beans;

	private final ApplicationEventPublisher events;

	private final Map<LockProvider, LeaseLockEngine> engines = new ConcurrentHashMap<>();

	private final List<BiConsumer<String, LockEngineMonitor>> listeners = new CopyOnWriteArrayList<>();

	private volatile @Nullable LeaseLockEngine primary;

	private volatile boolean running;

	public LockProviders(ConfigurableListableBeanFactory beanFactory, ApplicationEventPublisher events) {
		this.beanFactory = beanFactory;
		this.beans = new ProviderBeans(beanFactory);
		this.events = events;
	}

	/**
	 * Ensure the destruction of providers after the engines.
	 */
	@Override
	public void setBeanName(String name) {
		providerNames().forEach((provider) -> this.beanFactory.registerDependentBean(provider, name));
	}

	@Override
	public Set<String> providerNames() {
		return this.beans.providerNames();
	}

	/**
	 * Return the default provider of locks.
	 * @return the only provider, or the primary provider
	 * @throws LockConfigurationException if there are several providers without a primary
	 * one
	 */
	public LockProvider primary() {
		return this.beans.primary();
	}

	/**
	 * Return the provider beans.
	 * @return the beans
	 */
	public LockStores stores() {
		return this.beans;
	}

	/**
	 * Return the engine of the default provider.
	 * @return the engine
	 */
	public LeaseLockEngine primaryEngine() {
		LeaseLockEngine engine = engine(primary());
		this.primary = engine;
		return engine;
	}

	/**
	 * Return the default engine of locks, another engine if only that is in use, or
	 * {@code null} without an engine in use.
	 * @return the engine
	 */
	public @Nullable LeaseLockEngine usedEngine() {
		LeaseLockEngine known = this.primary;
		return (known != null) ? known : this.engines.values().stream().findFirst().orElse(null);
	}

	/**
	 * Return the engine of a provider.
	 * @param providerBeanName the name of the provider's bean
	 * @return the engine
	 */
	public LeaseLockEngine engine(String providerBeanName) {
		return engine(this.beans.named(providerBeanName));
	}

	private LeaseLockEngine engine(LockProvider provider) {
		LeaseLockEngine known = this.engines.get(provider);
		return (known != null) ? known : make(provider);
	}

	private LeaseLockEngine make(LockProvider provider) {
		LeaseLockEngine engine = this.engines.computeIfAbsent(provider, this::create);
		if (!this.listeners.isEmpty()) {
			engines().forEach((name, known) -> {
				if (known == engine) {
					this.listeners.forEach((listener) -> listener.accept(name, engine));
				}
			});
		}
		return engine;
	}

	private LeaseLockEngine create(LockProvider provider) {
		ObjectProvider<LockObserver> observer = this.beanFactory.getBeanProvider(LockObserver.class);
		return new LeaseLockEngine(provider, settings(), this.events::publishEvent,
				() -> observer.getIfAvailable(() -> LockObserver.NONE));
	}

	private LeaseSettings settings() {
		return this.beanFactory.getBean(LeaseSettings.class);
	}

	/**
	 * Create the engine of the primary provider if providers already exist, even without
	 * locks.
	 */
	void adopt() {
		if (providerNames().stream().anyMatch(this.beans::isCreated) && this.beans.primaryName().isPresent()) {
			primaryEngine();
		}
	}

	public Collection<LeaseLockEngine> all() {
		return List.copyOf(this.engines.values());
	}

	@Override
	public Map<String, LockEngineMonitor> engines() {
		Map<String, LockEngineMonitor> named = new LinkedHashMap<>();
		for (String name : providerNames()) {
			LockEngineMonitor engine = this.beans.isCreated(name) ? this.engines.get(this.beans.named(name)) : null;
			if (engine != null) {
				named.put(name, engine);
			}
		}
		return named;
	}

	@Override
	public void forEach(BiConsumer<String, LockEngineMonitor> listener) {
		this.listeners.add(listener);
		engines().forEach(listener);
	}

	@Override
	public LockOperations resolve(String providerBeanName) {
		if (providerBeanName.isEmpty()) {
			return this.beanFactory.getBean(LockOperations.class);
		}
		LockScope scope = this.beanFactory.getBeanProvider(LockScope.class).getIfAvailable(() -> LockScope.CALLBACK);
		return new LockTemplate(engine(providerBeanName), scope, fencedCalls());
	}

	private @Nullable FencedCalls fencedCalls() {
		return this.beanFactory.getBeanProvider(FencedCalls.class).getIfAvailable();
	}

	@Override
	public Optional<JobStore> find(String providerBeanName) {
		LockProvider provider = provider(providerBeanName);
		if (!(provider instanceof JobLedgerSource source)) {
			return Optional.empty();
		}
		LeaseLockEngine engine = providerBeanName.isEmpty() ? primaryEngine() : engine(provider);
		return Optional.of(new JobStore(provider.name(), source.jobLedger(), engine, settings().keyPrefix(),
				settings().nodeName()));
	}

	@Override
	public String storeName(String providerBeanName) {
		return provider(providerBeanName).name();
	}

	private LockProvider provider(String beanName) {
		return beanName.isEmpty() ? primary() : this.beans.named(beanName);
	}

	/**
	 * Let engines accept requests again, before other components start.
	 */
	@Override
	public void start() {
		all().forEach(LeaseLockEngine::start);
		this.running = true;
	}

	/**
	 * Stop the engines. The grace period of holders is over.
	 */
	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

	@Override
	public void destroy() {
		this.engines.values().forEach(LeaseLockEngine::close);
	}

}
