// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import io.distlock.annotation.DistributedLock;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.Ordered;

/**
 * Beans that a post-processor of the application wraps, before or after they get their
 * proxies.
 */
final class WrappedBeanRows extends Rows {

	private static final int FIRST = Ordered.HIGHEST_PRECEDENCE;

	private WrappedBeanRows() {
	}

	static List<Row> rows() {
		List<Row> rows = new ArrayList<>();
		for (int order : new int[] { FIRST, 0, Ordered.LOWEST_PRECEDENCE }) {
			String suffix = ", order " + order;
			Wrapper early = new Wrapper(true, order);
			Wrapper late = new Wrapper(false, order);
			rows.add(refused("wrapped before initialization" + suffix,
					(context) -> register(context, early, LockedPlain.class)));
			rows.add(
					row("wrapped before initialization, annotated interface" + suffix, early, LockedByInterface.class));
			rows.add(row("wrapped after initialization, annotated interface" + suffix, late, LockedByInterface.class));
		}
		rows.add(row("wrapped after initialization", new Wrapper(false, 0), LockedPlain.class));
		rows.add(refused("replaced before instantiation", (context) -> {
			context.registerBean("replacer", Replacer.class);
			context.registerBean("work", LockedPlain.class);
		}));
		for (Class<?> bean : List.of(LockedPlain.class, LockedByInterface.class)) {
			Row wrapped = locked("wrapped in a proxy of Spring's after initialization, " + bean.getSimpleName(),
					(context) -> wrapAgain(context, bean), WrappedBeanRows::call);
			rows.add(wrapped);
			rows.add(wrapped.withInterfaceProxies());
		}
		rows.add(locked("wrapped after initialization, annotated interface, in a list", (context) -> {
			register(context, new Wrapper(false, 0), LockedByInterface.class);
			context.registerBean("works", List.class, () -> List.of(context.getBean("work")));
		}, (context) -> ((Work) context.getBean("works", List.class).get(0)).work()));
		rows.add(refused("unwrapped after initialization", (context) -> {
			context.registerBean("work", LockedPlain.class);
			context.registerBean("unwrapper", Unwrapper.class);
		}));
		rows.add(refused("wrapped after initialization, before the proxy",
				(context) -> register(context, new Wrapper(false, FIRST), LockedPlain.class)));
		return rows;
	}

	private static Row row(String name, Wrapper wrapper, Class<?> bean) {
		return locked(name, (context) -> register(context, wrapper, bean), WrappedBeanRows::call);
	}

	/**
	 * Those that are added by hand come before all that are beans.
	 */
	private static void register(AnnotationConfigApplicationContext context, Wrapper wrapper, Class<?> bean) {
		if (wrapper.order() == FIRST) {
			context.addBeanFactoryPostProcessor((beanFactory) -> beanFactory.addBeanPostProcessor(wrapper));
		}
		else {
			context.registerBean("wrapper", Wrapper.class, () -> wrapper);
		}
		context.registerBean("work", bean);
	}

	private static void wrapAgain(AnnotationConfigApplicationContext context, Class<?> bean) {
		context.registerBean("work", bean);
		context.registerBean("wrapper", BeanPostProcessor.class, () -> new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				return beanName.equals("work") ? new ProxyFactory(bean).getProxy() : bean;
			}

		});
	}

	private static void call(AnnotationConfigApplicationContext context) {
		((Work) context.getBean("work")).work();
	}

	interface Work {

		void work();

	}

	interface LockedWork extends Work {

		@Override
		@DistributedLock("wrapped")
		void work();

	}

	static class LockedPlain implements Work {

		@Override
		@DistributedLock("wrapped")
		public void work() {
			Probe.look();
		}

	}

	static class LockedByInterface implements LockedWork {

		@Override
		public void work() {
			Probe.look();
		}

	}

	/**
	 * Takes the proxy off again.
	 */
	static class Unwrapper implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof LockedPlain) ? AopProxyUtils.getSingletonTarget(bean) : bean;
		}

	}

	/**
	 * Makes a bean itself, as a proxy that does not show its class.
	 */
	static class Replacer implements InstantiationAwareBeanPostProcessor {

		@Override
		public Object postProcessBeforeInstantiation(Class<?> type, String beanName) {
			return (type == LockedPlain.class) ? Wrapper.wrapped(new LockedPlain(), beanName) : null;
		}

	}

	/**
	 * Wraps a bean in a proxy of the JDK that has its interfaces.
	 *
	 * @param before whether before the bean is initialized
	 * @param order its place among others
	 */
	private record Wrapper(boolean before, int order) implements BeanPostProcessor, Ordered {

		@Override
		public int getOrder() {
			return this.order;
		}

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			return this.before ? wrapped(bean, beanName) : bean;
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return this.before ? bean : wrapped(bean, beanName);
		}

		private static Object wrapped(Object bean, String beanName) {
			if (!beanName.equals("work")) {
				return bean;
			}
			Class<?> shown = (bean instanceof LockedWork) ? LockedWork.class : Work.class;
			return Proxy.newProxyInstance(Work.class.getClassLoader(), new Class<?>[] { shown },
					(proxy, method, arguments) -> {
						try {
							return method.invoke(bean, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getTargetException();
						}
					});
		}

	}

}
