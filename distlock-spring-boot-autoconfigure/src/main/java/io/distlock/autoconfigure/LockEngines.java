// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;

import io.distlock.LockEngineMonitor;
import io.distlock.LockEngineRegistry;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;

/**
 * One engine per provider bean, made when it is first asked for.
 */
final class LockEngines implements LockEngineRegistry, BeanNameAware, DisposableBean {

	private final LockProviders providers;

	private final Function<LockProvider, LeaseLockEngine> factory;

	private final Map<LockProvider, LeaseLockEngine> engines = new ConcurrentHashMap<>();

	private final List<BiConsumer<String, LockEngineMonitor>> listeners = new CopyOnWriteArrayList<>();

	private volatile @Nullable LeaseLockEngine primary;

	LockEngines(LockProviders providers, Function<LockProvider, LeaseLockEngine> factory) {
		this.providers = providers;
		this.factory = factory;
	}

	/**
	 * Make sure that providers are destroyed after the engines.
	 */
	@Override
	public void setBeanName(String name) {
		this.providers.destroyAfter(name);
	}

	LockProviders providers() {
		return this.providers;
	}

	/**
	 * Return the engine of the only provider, or of the primary one.
	 */
	LeaseLockEngine primary() {
		LeaseLockEngine engine = engine(this.providers.primary());
		this.primary = engine;
		return engine;
	}

	/**
	 * Return the engine that locks use by default, or another one if only that is used,
	 * or {@code null} as long as none is.
	 */
	@Nullable LeaseLockEngine main() {
		LeaseLockEngine known = this.primary;
		return (known != null) ? known : this.engines.values().stream().findFirst().orElse(null);
	}

	/**
	 * Return the engine of a provider.
	 * @param providerBeanName the name of the provider's bean
	 */
	LeaseLockEngine named(String providerBeanName) {
		return engine(this.providers.named(providerBeanName));
	}

	/**
	 * Make the engine of the primary provider if providers are there already, although
	 * nothing is locked so far.
	 */
	void adopt() {
		if (this.providers.hasCreatedPrimary()) {
			primary();
		}
	}

	Collection<LeaseLockEngine> all() {
		return List.copyOf(this.engines.values());
	}

	@Override
	public Map<String, LockEngineMonitor> engines() {
		Map<String, LockEngineMonitor> named = new LinkedHashMap<>();
		for (String name : this.providers.names()) {
			LockEngineMonitor engine = this.providers.isCreated(name) ? this.engines.get(this.providers.named(name))
					: null;
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

	/**
	 * Return the engine of a provider.
	 */
	LeaseLockEngine engine(LockProvider provider) {
		LeaseLockEngine known = this.engines.get(provider);
		return (known != null) ? known : make(provider);
	}

	private LeaseLockEngine make(LockProvider provider) {
		LeaseLockEngine engine = this.engines.computeIfAbsent(provider, this.factory);
		if (!this.listeners.isEmpty()) {
			announce(engine);
		}
		return engine;
	}

	private void announce(LeaseLockEngine engine) {
		engines().forEach((name, known) -> {
			if (known == engine) {
				this.listeners.forEach((listener) -> listener.accept(name, engine));
			}
		});
	}

	@Override
	public void destroy() {
		this.engines.values().forEach(LeaseLockEngine::close);
	}

}
