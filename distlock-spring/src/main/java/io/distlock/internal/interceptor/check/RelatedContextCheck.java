// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;

import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Rejects locked beans of parent and child contexts without the advice, since each
 * context creates the proxies of its own beans.
 *
 * @param lockedMethods finds the locked methods
 * @param context the context that has the advice
 */
record RelatedContextCheck(LockedMethods lockedMethods, ApplicationContext context) {

	void checkParents() {
		for (ApplicationContext parent = this.context.getParent(); parent != null; parent = parent.getParent()) {
			check(parent);
		}
	}

	void check(ApplicationContext related) {
		if (related instanceof ConfigurableApplicationContext configurable
				&& related.getBeanNamesForType(DistributedLockOperationSource.class, true, false).length == 0) {
			configurable.getBeanFactory().getBeanNamesIterator().forEachRemaining((name) -> check(name, configurable));
		}
	}

	private void check(String beanName, ConfigurableApplicationContext related) {
		Method method = this.lockedMethods.any(related.getBeanFactory().getType(beanName, false));
		if (method != null) {
			throw LockedMethodValidator.invalid(method,
					"bean '%s' is in the context '%s', which does not put locks around its beans; the context '%s' does"
						.formatted(beanName, related.getDisplayName(), this.context.getDisplayName()),
					"Move the bean there, or add the auto-configuration of distlock to its own context (@EnableAutoConfiguration, or @ImportAutoConfiguration(DistlockAutoConfiguration.class)).");
		}
	}

}
