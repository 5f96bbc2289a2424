// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * Rejects locked methods of a class that its proxy must extend but cannot.
 *
 * @param beanFactory the bean factory, whose settings select class or interface proxies
 */
record ClosedClassCheck(ConfigurableListableBeanFactory beanFactory) {

	void check(Object bean, String beanName, Method method) {
		Class<?> type = bean.getClass();
		boolean closed = Modifier.isFinal(type.getModifiers()) || type.isSealed();
		if (closed && !Proxy.isProxyClass(type) && !ClassUtils.isLambdaClass(type)
				&& (proxiesClass(beanName) || ClassUtils.getAllInterfaces(bean).length == 0)) {
			throw LockedMethodValidator.invalid(method,
					"%s is %s, so no proxy can put a lock around it".formatted(type.getName(), kind(type)),
					remedy(type));
		}
	}

	private boolean proxiesClass(String beanName) {
		return AutoProxyUtils.shouldProxyTargetClass(this.beanFactory, beanName)
				|| (this.beanFactory.containsBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
						&& !exposesInterfaces(beanName)
						&& this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
							.isProxyTargetClass());
	}

	/**
	 * Return whether the bean definition selects an interface proxy.
	 */
	private boolean exposesInterfaces(String beanName) {
		return this.beanFactory.containsBeanDefinition(beanName) && this.beanFactory.getMergedBeanDefinition(beanName)
			.hasAttribute(AutoProxyUtils.EXPOSED_INTERFACES_ATTRIBUTE);
	}

	private static String kind(Class<?> type) {
		if (type.isRecord()) {
			return "a record";
		}
		if (type.isEnum()) {
			return "an enum";
		}
		return type.isSealed() ? "sealed" : "final";
	}

	private static String remedy(Class<?> type) {
		if (KotlinDetector.isKotlinType(type)) {
			return LockedMethodValidator.OPEN;
		}
		if (type.isRecord() || type.isEnum()) {
			return "Make it a class that is not final, or use LockTemplate in the method.";
		}
		boolean permitted = type.isSealed()
				|| ClassUtils.getAllInterfacesForClassAsSet(type).stream().anyMatch(Class::isSealed);
		return permitted ? "Make the class non-sealed, or use LockTemplate in the method."
				: "Make the class not final, or use LockTemplate in the method.";
	}

}
