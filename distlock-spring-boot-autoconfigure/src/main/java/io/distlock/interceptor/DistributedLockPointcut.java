package io.distlock.interceptor;

import java.lang.reflect.Method;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Matches the methods that the source knows as locked.
 */
final class DistributedLockPointcut extends StaticMethodMatcherPointcut {

	private final DistributedLockOperationSource source;

	DistributedLockPointcut(DistributedLockOperationSource source) {
		this.source = source;
		setClassFilter(new CandidateFilter(source));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.source.find(method, targetClass) != null;
	}

	private record CandidateFilter(DistributedLockOperationSource source) implements ClassFilter {

		@Override
		public boolean matches(Class<?> type) {
			return this.source.isCandidate(type);
		}

	}

}
