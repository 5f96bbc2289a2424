// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.lang.reflect.Method;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Matches the methods that are annotated. Does not read the annotations, which may name
 * properties that are not there yet when proxies are made ahead of time.
 */
final class DistributedLockPointcut extends StaticMethodMatcherPointcut {

	private final DistributedLockOperationSource source;

	DistributedLockPointcut(DistributedLockOperationSource source) {
		this.source = source;
		setClassFilter(new CandidateFilter(source));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.source.isLocked(method, targetClass);
	}

	private record CandidateFilter(DistributedLockOperationSource source) implements ClassFilter {

		@Override
		public boolean matches(Class<?> type) {
			return this.source.isCandidate(type);
		}

	}

}
