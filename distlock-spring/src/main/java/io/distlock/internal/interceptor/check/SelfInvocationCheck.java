// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports each direct call of a locked method on {@code this} once.
 */
record SelfInvocationCheck(DistributedLockOperationSource source, Supplier<SelfInvocation> policy, Set<String> known) {

	private static final Logger logger = LoggerFactory.getLogger(SelfInvocationCheck.class);

	private static final String REMEDY = "Call it on the bean: inject that into its own class, by ObjectProvider or with @Lazy, or move the method to another bean; or use LockTemplate in it.";

	SelfInvocationCheck(DistributedLockOperationSource source, Supplier<SelfInvocation> policy) {
		this(source, policy, ConcurrentHashMap.newKeySet());
	}

	void search(Class<?> type) {
		SelfInvocation policy = this.policy.get();
		if (policy == SelfInvocation.IGNORE) {
			return;
		}
		Map<String, Method> calls = SelfCalls.of(type, this.source);
		if (policy == SelfInvocation.FAIL && !calls.isEmpty()) {
			String places = calls.entrySet()
				.stream()
				.map((call) -> "%n    %s calls %s".formatted(call.getKey(),
						InvalidLockAnnotationException.describe(call.getValue())))
				.collect(Collectors.joining());
			throw new InvalidLockAnnotationException(DistributedLock.class, calls.values().iterator().next(),
					"calls of the same object go past the proxy, so methods run without their locks:" + places,
					REMEDY + " Or set distlock.self-invocation=warn.");
		}
		calls.keySet().removeIf((place) -> !this.known.add(place));
		calls.forEach((place, called) -> logger.warn(
				"{} calls {} of the same object, past the proxy: the method runs without its lock. {} If it is intended, set distlock.self-invocation=ignore",
				place, InvalidLockAnnotationException.describe(called), REMEDY));
	}

}
