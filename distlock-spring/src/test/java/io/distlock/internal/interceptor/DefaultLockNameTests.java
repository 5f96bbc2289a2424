// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The name of a method that has none is part of the protocol between two versions of the
 * library: it must never change.
 */
class DefaultLockNameTests {

	@ParameterizedTest
	@ValueSource(strings = { "true", "false" })
	void namesAreThoseOfTheGoldenFileWhateverTheProxy(String proxyTargetClass) throws IOException {
		try (AnnotationConfigApplicationContext context = TestLocks
			.context(Map.of("spring.aop.proxy-target-class", proxyTargetClass), (starting) -> {
			}, Beans.class)) {
			context.getBean("direct", Job.class).run("x");
			context.getBean("inherited", Job.class).run("x");
			context.getBean("overriding", Job.class).run("x");
			context.getBean("onInterface", Annotated.class).work("x");
			context.getBean("defaultMethod", Annotated.class).byDefault();
			context.getBean("inheritedByInterface", Annotated.class).work("x");
			consume(context.getBean("generic", Consumer.class));
			context.getBean("covariant", Supplier.class).get();
			context.getBean("client", Annotated.class).work("x");
			context.getBean("client", Annotated.class).byDefault();
			assertThat(context.getBean(TestLocks.Store.class).asked).isEqualTo(golden());
		}
	}

	@SuppressWarnings("unchecked")
	private static void consume(Consumer<?> consumer) {
		((Consumer<String>) consumer).accept("x");
	}

	private static List<String> golden() throws IOException {
		return new ClassPathResource("default-lock-names.txt", DefaultLockNameTests.class)
			.getContentAsString(StandardCharsets.UTF_8)
			.lines()
			.toList();
	}

	interface Job {

		void run(String id);

	}

	interface Annotated {

		@DistributedLock
		void work(String id);

		@DistributedLock
		default void byDefault() {
		}

	}

	static class Direct implements Job {

		@Override
		@DistributedLock
		public void run(String id) {
		}

	}

	static class Inherited extends Direct {

	}

	static class Overriding extends Direct {

		@Override
		public void run(String id) {
			super.run(id);
		}

	}

	static class OnInterface implements Annotated {

		@Override
		public void work(String id) {
		}

	}

	interface Work {

		void work(String id);

	}

	static class WorkingParent implements Work {

		@Override
		public void work(String id) {
		}

	}

	static class InheritedByInterface extends WorkingParent implements Annotated {

	}

	static class Generic implements Consumer<String> {

		@Override
		@DistributedLock
		public void accept(String text) {
		}

	}

	static class Covariant implements Supplier<Object> {

		@Override
		@DistributedLock
		public String get() {
			return "";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		Direct direct() {
			return new Direct();
		}

		@Bean
		Inherited inherited() {
			return new Inherited();
		}

		@Bean
		Overriding overriding() {
			return new Overriding();
		}

		@Bean
		OnInterface onInterface() {
			return new OnInterface();
		}

		@Bean
		OnInterface defaultMethod() {
			return new OnInterface();
		}

		@Bean
		InheritedByInterface inheritedByInterface() {
			return new InheritedByInterface();
		}

		@Bean
		Generic generic() {
			return new Generic();
		}

		@Bean
		Covariant covariant() {
			return new Covariant();
		}

		@Bean
		FactoryBean<Annotated> client() {
			return new FactoryBean<>() {

				@Override
				public Annotated getObject() {
					return (Annotated) Proxy.newProxyInstance(Annotated.class.getClassLoader(),
							new Class<?>[] { Annotated.class }, (proxy, method, arguments) -> null);
				}

				@Override
				public Class<?> getObjectType() {
					return Annotated.class;
				}

			};
		}

	}

}
