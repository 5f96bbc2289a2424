// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.DistributedLocks;
import io.distlock.annotation.LeaderOnly;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.result.DeferredTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Runtime hints for annotations and their expressions, regardless of beans, and for
 * optional libraries.
 */
class LockRuntimeHints implements RuntimeHintsRegistrar {

	/**
	 * Classes whose presence affects calls and checks of this library.
	 */
	private static final List<String> OPTIONAL = List.of("reactor.core.publisher.Flux",
			"kotlinx.coroutines.reactor.MonoKt", "io.micrometer.context.ContextSnapshotFactory",
			"org.springframework.jdbc.datasource.ConnectionHolder", "jakarta.persistence.EntityManager",
			"org.springframework.orm.jpa.EntityManagerHolder", "org.hibernate.Session");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection()
			.registerTypes(
					TypeReference.listOf(DistributedLock.class, DistributedLocks.class, ClusterConcurrencyLimit.class,
							ClusterScheduled.class, LeaderOnly.class),
					(type) -> type.withMembers(MemberCategory.INVOKE_DECLARED_METHODS))
			.registerTypes(TypeReference.listOf(LockExpressionRoot.class, Method.class, Class.class),
					(type) -> type.withMembers(MemberCategory.INVOKE_PUBLIC_METHODS));
		Stream.concat(OPTIONAL.stream(), DeferredTypes.optional().stream())
			.forEach((name) -> hints.reflection().registerTypeIfPresent(classLoader, name));
	}

}
