// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.LockOperations;
import io.distlock.internal.interceptor.KotlinSelfCalls;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.operation.LockOperationsResolver;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which calls of locked methods are found in the code of a class.
 */
class SelfCallsTests {

	private static final Path SOURCES = Path.of("src/test");

	private static final String MARK = "// past the proxy";

	@Test
	void callsOnTheObjectItselfAreFoundAndNoOthers() throws Exception {
		Class<?>[] beans = Arrays.stream(SelfCallRows.class.getDeclaredClasses())
			.filter((type) -> !type.isInterface() && type != SelfCallRows.Base.class)
			.toArray(Class<?>[]::new);
		assertThat(found(beans))
			.isEqualTo(marked(SOURCES.resolve("java/io/distlock/internal/interceptor/check"), "SelfCallRows.java"));
	}

	@Test
	void callsInKotlinAreFoundAndNoOthers() throws Exception {
		assertThat(found(KotlinSelfCalls.class))
			.isEqualTo(marked(SOURCES.resolve("kotlin/io/distlock/internal/interceptor"), "KotlinSelfCalls.kt"));
	}

	@Test
	void placeAndMethodAreNamed() throws Exception {
		assertThat(SelfCalls.of(SelfCallRows.Counter.class, source()).values())
			.containsOnly(SelfCallRows.Counter.class.getDeclaredMethod("count"));
		assertThat(SelfCalls.of(SelfCallRows.Plain.class, source()).keySet())
			.anyMatch((place) -> place.matches(".*\\.SelfCallRows\\$Plain\\.total\\(SelfCallRows.java:\\d+\\)"));
	}

	@Test
	void classWithoutFileHasNone() {
		Runnable hidden = () -> {
		};
		assertThat(SelfCalls.of(hidden.getClass(), source())).isEmpty();
	}

	private static Set<String> found(Class<?>... beans) {
		DistributedLockOperationSource source = source();
		return Stream.of(beans)
			.flatMap((bean) -> SelfCalls.of(bean, source).keySet().stream())
			.map((place) -> place.replaceAll(".*\\(|\\)", ""))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static DistributedLockOperationSource source() {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.registerSingleton("resolver", new LockOperationsResolver() {

			@Override
			public LockOperations resolve(String providerBeanName) {
				throw new IllegalStateException("Nothing is locked");
			}

			@Override
			public Set<String> providerNames() {
				return Set.of();
			}

		});
		return new DistributedLockOperationSource(beanFactory);
	}

	private static Set<String> marked(Path folder, String file) throws Exception {
		List<String> lines = Files.readAllLines(folder.resolve(file));
		List<String> marked = new ArrayList<>();
		for (int i = 0; i < lines.size(); i++) {
			if (lines.get(i).endsWith(MARK)) {
				marked.add(file + ":" + (i + 1));
			}
		}
		assertThat(marked).isNotEmpty();
		return new TreeSet<>(marked);
	}

}
