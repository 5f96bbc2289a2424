// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.annotation.Mocks;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.result.EntryNote;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Checks the locked methods of every bean after its initialization: that the annotations
 * make sense, and that a proxy applies them. Its order is right after the auto-proxy
 * creator, so that it gets the proxies. Checks all singletons once more when they exist,
 * for those that were created before it or were registered as instances. Refuses locked
 * beans of contexts above and below its own that do not have the advice themselves:
 * proxies are made by the context that a bean is in.
 *
 * @since 0.1.0
 */
public final class LockedBeanPostProcessor implements SmartInstantiationAwareBeanPostProcessor,
		SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent>, Ordered {

	private final DistributedLockOperationSource source;

	private final ConfigurableApplicationContext context;

	private final ConfigurableListableBeanFactory beanFactory;

	private final LockedMethodValidator validator;

	private final LockedBeanCheck beans;

	private final SelfInvocationCheck selfInvocation;

	private final Map<BeanClasses, Set<Method>> lockedMethods = new ConcurrentHashMap<>();

	private final Set<String> early = ConcurrentHashMap.newKeySet();

	/**
	 * The classes behind the proxies that take locks.
	 */
	private final Map<String, Class<?>> locked = new ConcurrentHashMap<>();

	public LockedBeanPostProcessor(DistributedLockOperationSource source, ConfigurableApplicationContext context,
			Supplier<SelfInvocation> selfInvocation) {
		this.source = source;
		this.context = context;
		this.beanFactory = context.getBeanFactory();
		this.validator = new LockedMethodValidator(source);
		this.beans = new LockedBeanCheck(source, this.beanFactory);
		this.selfInvocation = new SelfInvocationCheck(source, selfInvocation);
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (!methods.isEmpty()) {
			this.early.add(beanName);
			noteEntries(bean, methods);
		}
		return bean;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (!methods.isEmpty()) {
			this.beans.checkFinalClass(bean, beanName, methods.iterator().next());
			this.beans.checkLifeCycle(bean, beanName, methods);
		}
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (methods.isEmpty()) {
			checkNotReplaced(bean, beanName);
			checkHeld(bean, beanName);
		}
		else if (this.early.remove(beanName) && !(bean instanceof SpringProxy)) {
			methods.forEach((method) -> this.beans.checkListener(bean, beanName, method));
		}
		else {
			methods.forEach((method) -> this.beans.check(bean, beanName, method));
			noteEntries(bean, methods);
			this.locked.put(beanName, BeanClasses.of(bean).behind());
		}
		return bean;
	}

	/**
	 * Let calls note that they enter their methods, where that is asked when they are
	 * over.
	 */
	private void noteEntries(Object bean, Set<Method> methods) {
		BeanClasses classes = BeanClasses.of(bean);
		if (bean instanceof Advised proxy && methods.stream()
			.map((method) -> this.source.find(method, classes.context(method, this.source)))
			.anyMatch((operation) -> operation != null && operation.isVerified())) {
			EntryNote.addTo(proxy);
		}
	}

	private void checkNotReplaced(Object bean, String beanName) {
		if (!Mocks.isMock(bean) && this.beanFactory.containsBeanDefinition(beanName)
				&& this.beanFactory.getMergedBeanDefinition(beanName) instanceof RootBeanDefinition definition) {
			Class<?> created = definition.getTargetType();
			if (definition.isSingleton() && created != null && !FactoryBean.class.isAssignableFrom(created)
					&& this.source.isCandidate(created)) {
				throw LockedMethodValidator.invalid(this.source.type(created).methods().iterator().next(),
						"a bean post-processor has put %s in the place of bean '%s' before it got its proxy, so the lock would not be taken"
							.formatted(bean.getClass().getName(), beanName),
						"Let the post-processor wrap the bean in postProcessAfterInitialization, or declare the annotation in an interface that the wrapper implements.");
			}
		}
	}

	@Override
	public void afterSingletonsInstantiated() {
		makeLockedObjectsOfFactories();
		createdBefore().forEach(this::checkCreatedBefore);
		for (String beanName : this.beanFactory.getSingletonNames()) {
			Object bean = this.beanFactory.getSingleton(beanName);
			if (bean != null) {
				checkOnceMore(bean, beanName);
			}
		}
		for (ApplicationContext parent = this.context.getParent(); parent != null; parent = parent.getParent()) {
			check(parent);
		}
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext() != this.context) {
			check(event.getApplicationContext());
		}
	}

	private void checkOnceMore(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (methods.isEmpty()) {
			checkHeld(bean, beanName);
		}
		else if (!isWrapper(bean, beanName)) {
			methods.forEach((method) -> this.beans.check(bean, beanName, method));
		}
	}

	private void check(ApplicationContext related) {
		if (related instanceof ConfigurableApplicationContext configurable
				&& related.getBeanNamesForType(LockedBeanPostProcessor.class, true, false).length == 0) {
			ConfigurableListableBeanFactory beanFactory = configurable.getBeanFactory();
			Stream.of(beanFactory.getBeanDefinitionNames(), beanFactory.getSingletonNames())
				.flatMap(Arrays::stream)
				.forEach((name) -> check(name, beanFactory.getType(name, false), related));
		}
	}

	private void check(String beanName, @Nullable Class<?> type, ApplicationContext related) {
		if (type != null && this.source.isCandidate(type)) {
			throw LockedMethodValidator.invalid(this.source.type(type).methods().iterator().next(),
					"bean '%s' is in the context '%s', which does not put locks around its beans; the context '%s' does"
						.formatted(beanName, related.getDisplayName(), this.context.getDisplayName()),
					"Move the bean there, or add the auto-configuration of distlock to its own context (@EnableAutoConfiguration, or @ImportAutoConfiguration(DistlockAutoConfiguration.class)).");
		}
	}

	/**
	 * The product of a factory, such as a repository, is checked when it is created,
	 * which may be long after the start if no other bean needs it; or was before there
	 * were proxies.
	 */
	private void makeLockedObjectsOfFactories() {
		for (String beanName : this.beanFactory.getBeanDefinitionNames()) {
			if (this.beanFactory.containsSingleton(beanName) && this.beanFactory.isFactoryBean(beanName)) {
				Class<?> type = this.beanFactory.getType(beanName, false);
				if (type != null && this.source.isCandidate(type)) {
					checkOnceMore(this.beanFactory.getBean(beanName), beanName);
				}
			}
		}
	}

	/**
	 * Return the beans that were created for others before this post-processor, and that
	 * are not registered as singletons.
	 */
	private Set<String> createdBefore() {
		Set<String> names = new LinkedHashSet<>();
		for (String beanName : this.beanFactory.getSingletonNames()) {
			if (this.beanFactory.getSingleton(beanName) == this) {
				break;
			}
			addDependencies(beanName, names);
		}
		names.removeIf((name) -> !this.beanFactory.containsBeanDefinition(name)
				|| (this.beanFactory.containsSingleton(name) && !this.beanFactory.isFactoryBean(name)));
		return names;
	}

	private void addDependencies(String beanName, Set<String> names) {
		for (String name : this.beanFactory.getDependenciesForBean(beanName)) {
			if (names.add(name)) {
				addDependencies(name, names);
			}
		}
	}

	private void checkCreatedBefore(String beanName) {
		if (this.beanFactory.isSingleton(beanName)) {
			checkOnceMore(this.beanFactory.getBean(beanName), beanName);
			return;
		}
		Class<?> type = this.beanFactory.getType(beanName, false);
		if (type != null && this.source.isCandidate(type)) {
			throw LockedBeanCheck.noProxy(beanName, this.source.type(type).methods().iterator().next());
		}
	}

	/**
	 * Return whether a bean was wrapped after it had got a proxy that takes locks.
	 */
	private boolean isWrapper(Object bean, String beanName) {
		Class<?> behind = this.locked.get(beanName);
		return !(bean instanceof SpringProxy) && behind != null && behind != bean.getClass();
	}

	private void checkHeld(Object bean, String beanName) {
		for (Object held : AnnotatedClasses.held(bean)) {
			if (!(held instanceof SpringProxy) && !lockedMethods(held).isEmpty()
					&& this.locked.keySet().stream().noneMatch((name) -> this.beanFactory.getSingleton(name) == held)) {
				throw LockedMethodValidator.invalid(lockedMethods(held).iterator().next(),
						"an object in bean '%s' is no bean itself, and got no proxy, so the lock would not be taken"
							.formatted(beanName),
						"Make the object a bean, and put that into '%s'. Or use LockTemplate in the method."
							.formatted(beanName));
			}
		}
	}

	/**
	 * Return the locked methods that a bean shows, or that are behind it if it is a
	 * proxy, all of them checked. A mock has no work that a lock could protect.
	 */
	private Set<Method> lockedMethods(Object bean) {
		if (!(bean instanceof SpringProxy) && (!this.source.isCandidate(bean.getClass()) || Mocks.isMock(bean))) {
			return Set.of();
		}
		BeanClasses classes = BeanClasses.of(bean);
		Set<Method> known = this.lockedMethods.get(classes);
		if (known == null) {
			known = validate(classes);
			this.lockedMethods.put(classes, known);
		}
		return known;
	}

	private Set<Method> validate(BeanClasses classes) {
		Set<Method> methods = new LinkedHashSet<>(this.source.type(classes.behind()).methods());
		methods.addAll(this.source.type(classes.shown()).methods());
		methods.forEach((method) -> this.validator.validate(method, classes.context(method, this.source)));
		if (this.source.type(classes.behind()).isAnnotated()) {
			this.beans.checkNotLeftOut(classes.behind());
		}
		if (!methods.isEmpty()) {
			this.selfInvocation.search(ClassUtils
				.getUserClass(this.source.isCandidate(classes.behind()) ? classes.behind() : classes.shown()));
		}
		return methods;
	}

	/**
	 * The classes that declare the locks of a bean.
	 *
	 * @param shown the class that callers see, that of a proxy for example
	 * @param target the class of what the outermost proxy calls
	 * @param behind the class behind all proxies
	 */
	private record BeanClasses(Class<?> shown, Class<?> target, Class<?> behind) {

		static BeanClasses of(Object bean) {
			Class<?> shown = bean.getClass();
			return (bean instanceof SpringProxy) ? new BeanClasses(shown, AopUtils.getTargetClass(bean), behind(bean))
					: new BeanClasses(shown, shown, shown);
		}

		/**
		 * An opaque proxy of interfaces shows what it decorates, and nothing else.
		 */
		private static Class<?> behind(Object proxy) {
			return (proxy instanceof DecoratingProxy decorating) ? decorating.getDecoratedClass()
					: AopProxyUtils.ultimateTargetClass(proxy);
		}

		/**
		 * Return the class by which calls of a method find out what is locked.
		 */
		Class<?> context(Method method, DistributedLockOperationSource source) {
			Class<?> declaring = method.getDeclaringClass();
			return Stream.of(this.behind, this.target)
				.filter((type) -> declaring.isAssignableFrom(type) && source.isLocked(method, type))
				.findFirst()
				.orElse(declaring.isAssignableFrom(this.behind) ? this.behind : declaring);
		}

	}

}
