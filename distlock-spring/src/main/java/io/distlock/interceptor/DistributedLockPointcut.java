/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
