// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

import io.distlock.annotation.validation.InvalidLockAnnotationException;
import io.distlock.interceptor.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Checks the locked methods of every bean when the application is processed ahead of
 * time, so that a wrong annotation fails the build, and keeps for a native image what
 * their calls need. What depends on the environment of the run is left to the start, and
 * so is a bean of which only an interface or an abstract class is known.
 */
class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean registeredBean) {
		DistributedLockOperationSource source = registeredBean.getBeanFactory()
			.getBeanProvider(DistributedLockOperationSource.class)
			.getIfAvailable();
		Class<?> type = registeredBean.getBeanClass();
		if (source == null || !source.isCandidate(type)) {
			return null;
		}
		LockedMethodValidator validator = new LockedMethodValidator(source);
		Set<Method> methods = validator.annotated(type);
		if (!Modifier.isAbstract(type.getModifiers())) {
			methods.forEach((method) -> check(validator, method, type));
		}
		return (generationContext,
				code) -> new LockedMethodHints(generationContext.getRuntimeHints(), registeredBean.getBeanFactory())
					.register(methods, type);
	}

	private static void check(LockedMethodValidator validator, Method method, Class<?> type) {
		try {
			validator.validate(method, type);
		}
		catch (InvalidLockAnnotationException ex) {
			if (!ex.getValue().contains("${")) {
				throw ex;
			}
		}
	}

}
