// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.util.stream.Stream;

import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.DecoratingProxy;

/**
 * Classes that declare the locks of a bean.
 *
 * @param shown the class exposed to callers, such as a proxy class
 * @param target the class of the outermost proxy's target
 * @param behind the class behind all proxies
 */
record BeanClasses(Class<?> shown, Class<?> target, Class<?> behind) {

	static BeanClasses of(Object bean) {
		Class<?> shown = bean.getClass();
		return (bean instanceof SpringProxy) ? new BeanClasses(shown, AopUtils.getTargetClass(bean), behind(bean))
				: new BeanClasses(shown, shown, shown);
	}

	/**
	 * Return the class behind a proxy. An opaque interface proxy exposes only its
	 * decorated class.
	 */
	private static Class<?> behind(Object proxy) {
		return (proxy instanceof DecoratingProxy decorating) ? decorating.getDecoratedClass()
				: AopProxyUtils.ultimateTargetClass(proxy);
	}

	/**
	 * Return the class used by calls to find a method's lock.
	 */
	Class<?> context(Method method, DistributedLockOperationSource source) {
		Class<?> declaring = method.getDeclaringClass();
		return Stream.of(this.behind, this.target)
			.filter((type) -> declaring.isAssignableFrom(type) && source.isLocked(method, type))
			.findFirst()
			.orElse(declaring.isAssignableFrom(this.behind) ? this.behind : declaring);
	}

}
