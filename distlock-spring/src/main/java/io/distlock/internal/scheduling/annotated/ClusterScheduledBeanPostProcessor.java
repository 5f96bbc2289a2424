// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.annotation.Mocks;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Finds the jobs of every bean on creation, and rejects invalid jobs. Ordered after all
 * other post-processors, so that bean proxies are available.
 *
 * @since 0.1.0
 */
public final class ClusterScheduledBeanPostProcessor
		implements InstantiationAwareBeanPostProcessor, ApplicationListener<ContextRefreshedEvent>, Ordered {

	private static final Logger logger = LoggerFactory.getLogger(ClusterScheduledBeanPostProcessor.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final ClusterScheduledParser parser;

	private final AnnotatedClasses classes = new AnnotatedClasses(ClusterScheduled.class);

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<String, JobOfBean> jobs = new LinkedHashMap<>();

	/**
	 * A job method of each bean being created.
	 */
	private final Map<String, Method> instantiated = new ConcurrentHashMap<>();

	/**
	 * Registry for observations of runs, as for Spring's scheduled methods.
	 */
	private final Supplier<ObservationRegistry> observations;

	private @Nullable BiConsumer<JobSpec, Runnable> listener;

	/**
	 * Create a post-processor.
	 * @param beanFactory resolves placeholders and provides the beans
	 */
	public ClusterScheduledBeanPostProcessor(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.parser = new ClusterScheduledParser(beanFactory);
		this.observations = SingletonSupplier.of(() -> beanFactory.getBeanProvider(ObservationRegistry.class)
			.getIfUnique(() -> ObservationRegistry.NOOP));
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public boolean postProcessAfterInstantiation(Object bean, String beanName) {
		jobMethods(bean.getClass()).keySet()
			.stream()
			.findFirst()
			.ifPresent((method) -> this.instantiated.put(beanName, method));
		return true;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Method expected = this.instantiated.remove(beanName);
		if (bean instanceof AopInfrastructureBean) {
			return bean;
		}
		Map<Method, MergedAnnotation<ClusterScheduled>> methods = jobMethods(bean);
		if (expected != null && methods.isEmpty() && !Mocks.isMock(bean)) {
			throw JobMethodValidator.invalid(expected,
					"a bean post-processor has put %s in the place of bean '%s', so its jobs would never run"
						.formatted(bean.getClass().getName(), beanName),
					"Declare the annotation in an interface that this object implements, or let the post-processor leave the bean alone.");
		}
		methods.forEach((method, annotation) -> found(method, annotation, bean, beanName));
		return bean;
	}

	JobSpec parse(Method method, MergedAnnotation<ClusterScheduled> annotation) {
		return this.parser.parse(method, annotation);
	}

	/**
	 * Return the jobs of a class by their implementing methods.
	 */
	Map<Method, MergedAnnotation<ClusterScheduled>> jobMethods(Class<?> targetClass) {
		Class<?> type = ClassUtils.getUserClass(targetClass);
		return this.classes.isAny(type) ? MethodIntrospector.selectMethods(type, ClusterScheduledParser::find)
				: Map.of();
	}

	/**
	 * Return the jobs of a bean. A proxy, such as a repository, may expose methods that
	 * have no implementing class.
	 */
	private Map<Method, MergedAnnotation<ClusterScheduled>> jobMethods(Object bean) {
		Map<Method, MergedAnnotation<ClusterScheduled>> behind = jobMethods(AopProxyUtils.ultimateTargetClass(bean));
		if (!Proxy.isProxyClass(bean.getClass())) {
			return behind;
		}
		Map<Method, MergedAnnotation<ClusterScheduled>> methods = new LinkedHashMap<>(behind);
		jobMethods(bean.getClass()).forEach((method, annotation) -> {
			if (behind.keySet().stream().noneMatch((known) -> isSame(known, method))) {
				methods.put(method, annotation);
			}
		});
		return methods;
	}

	private static boolean isSame(Method known, Method method) {
		return known.getName().equals(method.getName())
				&& Arrays.equals(known.getParameterTypes(), method.getParameterTypes());
	}

	private void found(Method method, MergedAnnotation<ClusterScheduled> annotation, Object bean, String beanName) {
		checkScope(method, bean, beanName);
		JobMethodValidator.validate(method, bean);
		checkSpringLeavesItAlone(method);
		JobOfBean job = new JobOfBean(this.parser.parse(method, annotation), bean, beanName);
		this.mutex.lock();
		try {
			add(job);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void checkScope(Method method, Object bean, String beanName) {
		if (this.beanFactory.containsBean(beanName) && !isSingleton(bean, beanName)) {
			throw scoped(method, beanName);
		}
	}

	/**
	 * Return whether a bean is a singleton. For the product of a factory, the scope of
	 * the factory's definition is used, since the factory is not yet available.
	 */
	private boolean isSingleton(Object bean, String beanName) {
		return (bean instanceof FactoryBean && this.beanFactory.containsBeanDefinition(beanName))
				? this.beanFactory.getMergedBeanDefinition(beanName).isSingleton()
				: this.beanFactory.isSingleton(beanName);
	}

	private void checkSpringLeavesItAlone(Method method) {
		if (ClusterScheduledParser.scheduled(method) == null) {
			return;
		}
		for (String processor : this.beanFactory.getBeanNamesForType(ScheduledAnnotationBeanPostProcessor.class, true,
				false)) {
			if (!this.beanFactory.isTypeMatch(processor, SpringSchedulingAdapter.Processor.class)) {
				throw JobMethodValidator.invalid(method,
						"bean '%s' was replaced or added, so Spring would also run it on every node"
							.formatted(processor),
						"Leave @Scheduled out, and give @ClusterScheduled the trigger.");
			}
		}
	}

	private static String remedy(JobOfBean job, JobOfBean other) {
		return job.spec().method().equals(other.spec().method())
				? "Keep one of the beans, or override the method in a subclass for each, with another name in its "
						+ "@ClusterScheduled."
				: "Give each job a name of its own.";
	}

	private void add(JobOfBean job) {
		JobOfBean other = this.jobs.putIfAbsent(job.spec().name(), job);
		if (other != null) {
			throw new InvalidLockAnnotationException(ClusterScheduled.class, job.spec().method(), "name",
					job.spec().name(),
					"%s of bean '%s' has the same name"
						.formatted(InvalidLockAnnotationException.describe(other.spec().method()), other.beanName()),
					remedy(job, other), null);
		}
		if (this.listener != null) {
			job.handOver(job.bean(), this.observations, this.listener);
		}
	}

	/**
	 * Pass all jobs to a listener, now and when further beans are created. Creates beans
	 * with jobs that Spring has not created yet.
	 * @param listener receives each job, and a task that calls the job's method through
	 * the proxy
	 */
	public void forEach(BiConsumer<JobSpec, Runnable> listener) {
		createLazyJobs();
		this.mutex.lock();
		try {
			List<JobOfBean> known = new ArrayList<>(this.jobs.values());
			known.forEach((job) -> job.handOver(exposed(job), this.observations, listener));
			this.listener = listener;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Create beans with jobs that Spring does not create at startup, whose jobs would
	 * otherwise silently never run: lazy beans and products of factories. Other beans are
	 * rejected. A lazy bean known only by an interface is not found.
	 */
	private void createLazyJobs() {
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			if (!this.beanFactory.getBeanDefinition(name).isAbstract()) {
				createLazyJob(name);
			}
		}
		checkSingletons();
		checkParents(this.beanFactory.getParentBeanFactory());
	}

	private void createLazyJob(String name) {
		boolean factory = this.beanFactory.isFactoryBean(name);
		if (!this.beanFactory.containsSingleton(name)) {
			createIfJob(factory ? BeanFactory.FACTORY_BEAN_PREFIX + name : name);
		}
		if (factory) {
			createIfJob(name);
		}
	}

	private void createIfJob(String name) {
		Set<Method> methods = methods(this.beanFactory, name);
		if (methods.isEmpty()) {
			return;
		}
		if (!this.beanFactory.isSingleton(name)) {
			throw scoped(methods.iterator().next(), name);
		}
		check(this.beanFactory.getBean(name), name);
	}

	/**
	 * Return the job methods of a bean. An unreadable class is reported on bean creation.
	 */
	private Set<Method> methods(ConfigurableListableBeanFactory factory, String name) {
		Class<?> type = factory.getType(name, false);
		try {
			return (type != null) ? jobMethods(type).keySet() : Set.of();
		}
		catch (IllegalStateException ex) {
			logger.debug("{} cannot be searched for jobs", type, ex);
			return Set.of();
		}
	}

	private static InvalidLockAnnotationException scoped(Method method, String name) {
		return JobMethodValidator.invalid(method, "bean '%s' is not a singleton".formatted(name),
				"Move the method to a singleton bean.");
	}

	/**
	 * Check singletons that bypass this post-processor: objects registered as instances,
	 * and beans required by other post-processors.
	 */
	private void checkSingletons() {
		for (String name : this.beanFactory.getSingletonNames()) {
			Object bean = this.beanFactory.getSingleton(name);
			if (bean != null) {
				check(bean, name);
				for (Object held : AnnotatedClasses.held(bean)) {
					checkHeld(held, name);
				}
			}
		}
	}

	private void checkHeld(Object held, String name) {
		if (!jobMethods(held).isEmpty() && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory,
				held.getClass(), true, false).length == 0) {
			check(held, "an object in bean '%s' is no bean itself".formatted(name),
					"Make the object a bean, and put that into '%s'.".formatted(name));
		}
	}

	private void check(Object bean, String name) {
		check(bean,
				"bean '%s' was created before bean post-processors, or registered as a ready-made object"
					.formatted(name),
				"Define the bean by its class, or by a @Bean method, and let no bean post-processor depend on it.");
	}

	private void check(Object bean, String reason, String remedy) {
		for (Method method : jobMethods(bean).keySet()) {
			if (!(bean instanceof AopInfrastructureBean) && !Mocks.isMock(bean)
					&& this.jobs.values().stream().noneMatch((job) -> job.spec().method().equals(method))) {
				throw JobMethodValidator.invalid(method, reason + ", so its jobs would never run", remedy);
			}
		}
	}

	/**
	 * Check the beans of parent contexts without job support of their own.
	 */
	private void checkParents(@Nullable BeanFactory parent) {
		if (!(parent instanceof ConfigurableListableBeanFactory factory) || hasJobs(factory)) {
			return;
		}
		check(factory, "parent");
		checkParents(factory.getParentBeanFactory());
	}

	private void check(ConfigurableListableBeanFactory related, String kind) {
		for (String name : related.getBeanDefinitionNames()) {
			for (Method method : methods(related, name)) {
				throw JobMethodValidator.invalid(method,
						"bean '%s' is in a %s context, which has no jobs".formatted(name, kind),
						"Move the bean to the context that has jobs, or configure them in the %s, too."
							.formatted(kind));
			}
		}
	}

	/**
	 * Check a child context, in which jobs would not run, or would be run by Spring on
	 * every node.
	 */
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext()
			.getAutowireCapableBeanFactory() instanceof ConfigurableListableBeanFactory factory
				&& factory != this.beanFactory && !hasJobs(factory)) {
			check(factory, "child");
		}
	}

	private boolean hasJobs(ConfigurableListableBeanFactory factory) {
		return has(factory, SpringSchedulingAdapter.class) || has(factory, ClusterScheduledBeanPostProcessor.class);
	}

	private static boolean has(ConfigurableListableBeanFactory factory, Class<?> type) {
		return factory.getBeanNamesForType(type, true, false).length > 0;
	}

	/**
	 * Return the exposed bean. In a circular reference, the exposed bean differs from the
	 * bean passed to post-processors.
	 */
	private Object exposed(JobOfBean job) {
		if (!this.beanFactory.containsBean(job.beanName())) {
			return job.bean();
		}
		String prefix = (job.bean() instanceof FactoryBean) ? BeanFactory.FACTORY_BEAN_PREFIX : "";
		Object exposed = this.beanFactory.getBean(prefix + job.beanName());
		boolean same = AopProxyUtils.ultimateTargetClass(exposed) == AopProxyUtils.ultimateTargetClass(job.bean());
		return same ? exposed : job.bean();
	}

	/**
	 * Job with its bean at the time of discovery.
	 */
	private record JobOfBean(JobSpec spec, Object bean, String beanName) {

		void handOver(Object exposed, Supplier<ObservationRegistry> observations,
				BiConsumer<JobSpec, Runnable> listener) {
			Method method = JobMethodValidator.validate(this.spec.method(), exposed);
			listener.accept(this.spec, JobMethod.of(exposed, method, observations));
		}

	}

}
