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

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * One engine per provider bean, made when it is first asked for.
 */
final class LockEngines implements LockEngineRegistry, BeanNameAware, DisposableBean {

	private final ConfigurableListableBeanFactory beanFactory;

	private final Function<LockProvider, LeaseLockEngine> factory;

	private final Map<LockProvider, RestartableLockEngine> engines = new ConcurrentHashMap<>();

	private final List<BiConsumer<String, LockEngineMonitor>> listeners = new CopyOnWriteArrayList<>();

	private volatile @Nullable RestartableLockEngine primary;

	LockEngines(ConfigurableListableBeanFactory beanFactory, Function<LockProvider, LeaseLockEngine> factory) {
		this.beanFactory = beanFactory;
		this.factory = factory;
	}

	/**
	 * Make sure that providers are destroyed after the engines.
	 */
	@Override
	public void setBeanName(String name) {
		providerNames().forEach((provider) -> this.beanFactory.registerDependentBean(provider, name));
	}

	/**
	 * Return the engine of the only provider, or of the primary one.
	 */
	RestartableLockEngine primary() {
		RestartableLockEngine engine = engine(primaryProvider());
		this.primary = engine;
		return engine;
	}

	/**
	 * Return the engine that locks use by default, or another one if only that is used,
	 * or {@code null} as long as none is.
	 */
	@Nullable RestartableLockEngine main() {
		RestartableLockEngine known = this.primary;
		return (known != null) ? known : this.engines.values().stream().findFirst().orElse(null);
	}

	/**
	 * Return the engine of a provider.
	 * @param providerBeanName the name of the provider's bean
	 */
	RestartableLockEngine named(String providerBeanName) {
		List<String> names = providerNames();
		if (!names.contains(providerBeanName)) {
			throw new LockConfigurationException(
					"There is no LockProvider bean named '%s'.".formatted(providerBeanName),
					"Name one of these beans as provider, or define it: %s.".formatted(String.join(", ", names)));
		}
		return engine(this.beanFactory.getBean(providerBeanName, LockProvider.class));
	}

	List<String> providerNames() {
		return providerNames(this.beanFactory);
	}

	/**
	 * Return the names of all provider beans, without creating any.
	 * @param beanFactory where the beans are
	 */
	static List<String> providerNames(ListableBeanFactory beanFactory) {
		return List
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, LockProvider.class, true, false));
	}

	LockProvider primaryProvider() {
		LockProvider provider = findPrimaryProvider();
		if (provider == null) {
			throw notUnique();
		}
		return provider;
	}

	private @Nullable LockProvider findPrimaryProvider() {
		String[] own = this.beanFactory.getBeanNamesForType(LockProvider.class, true, false);
		if (own.length == 1) {
			return this.beanFactory.getBean(own[0], LockProvider.class);
		}
		return this.beanFactory.getBeanProvider(LockProvider.class).getIfUnique();
	}

	/**
	 * Make the engine of the primary provider if providers are there already, although
	 * nothing is locked so far.
	 */
	void adopt() {
		if (providerNames().stream().anyMatch(this::isCreated) && findPrimaryProvider() != null) {
			primary();
		}
	}

	private LockConfigurationException notUnique() {
		return new LockConfigurationException(
				"There are several LockProvider beans, and none of them is the primary one: %s."
					.formatted(String.join(", ", providerNames())),
				"Mark the one that locks use by default with @Primary. "
						+ "The others are used where @DistributedLock(provider = ...) names their bean.");
	}

	Collection<RestartableLockEngine> all() {
		return List.copyOf(this.engines.values());
	}

	@Override
	public Map<String, LockEngineMonitor> engines() {
		Map<String, LockEngineMonitor> named = new LinkedHashMap<>();
		for (String name : providerNames()) {
			LockEngineMonitor engine = isCreated(name)
					? this.engines.get(this.beanFactory.getBean(name, LockProvider.class)) : null;
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
	 * Return whether a bean is there already: a provider that nobody has used yet is not
	 * created by those who only look.
	 */
	private boolean isCreated(String name) {
		@Nullable BeanFactory factory = this.beanFactory;
		while (factory instanceof ConfigurableListableBeanFactory owner && !owner.containsLocalBean(name)) {
			factory = parent(owner);
		}
		return factory instanceof ConfigurableListableBeanFactory owner && owner.containsSingleton(name);
	}

	private static @Nullable BeanFactory parent(ConfigurableListableBeanFactory factory) {
		BeanFactory parent = factory.getParentBeanFactory();
		return (parent instanceof ConfigurableApplicationContext context) ? context.getBeanFactory() : parent;
	}

	private RestartableLockEngine engine(LockProvider provider) {
		RestartableLockEngine known = this.engines.get(provider);
		return (known != null) ? known : make(provider);
	}

	private RestartableLockEngine make(LockProvider provider) {
		RestartableLockEngine engine = this.engines.computeIfAbsent(provider,
				(key) -> new RestartableLockEngine(this.factory.apply(key)));
		if (!this.listeners.isEmpty()) {
			tell(engine);
		}
		return engine;
	}

	private void tell(RestartableLockEngine engine) {
		engines().forEach((name, known) -> {
			if (known == engine) {
				this.listeners.forEach((listener) -> listener.accept(name, engine));
			}
		});
	}

	@Override
	public void destroy() {
		this.engines.values().forEach(RestartableLockEngine::close);
	}

}
