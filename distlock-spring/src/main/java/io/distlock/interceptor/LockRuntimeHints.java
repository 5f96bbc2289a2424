// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.lang.reflect.Method;

import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.DistributedLocks;
import io.distlock.annotation.LeaderOnly;
import io.distlock.interceptor.expression.LockExpressionRoot;
import io.distlock.interceptor.result.DeferredTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Runtime hints for annotations and their expressions, whichever beans have them.
 */
class LockRuntimeHints implements RuntimeHintsRegistrar {

	private static final String REACTOR = "reactor.core.publisher.Flux";

	private static final String COROUTINES = "kotlinx.coroutines.reactor.MonoKt";

	private static final String CONTEXT_PROPAGATION = "io.micrometer.context.ContextSnapshotFactory";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection()
			.registerTypes(
					TypeReference.listOf(DistributedLock.class, DistributedLocks.class, ClusterConcurrencyLimit.class,
							ClusterScheduled.class, LeaderOnly.class),
					(type) -> type.withMembers(MemberCategory.INVOKE_DECLARED_METHODS))
			.registerTypes(TypeReference.listOf(LockExpressionRoot.class, Method.class, Class.class),
					(type) -> type.withMembers(MemberCategory.INVOKE_PUBLIC_METHODS))
			.registerTypeIfPresent(classLoader, REACTOR)
			.registerTypeIfPresent(classLoader, COROUTINES)
			.registerTypeIfPresent(classLoader, CONTEXT_PROPAGATION);
		DeferredTypes.optional().forEach((name) -> hints.reflection().registerTypeIfPresent(classLoader, name));
	}

}
