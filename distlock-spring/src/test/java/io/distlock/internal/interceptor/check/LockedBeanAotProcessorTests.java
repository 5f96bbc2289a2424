// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;

import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LeaderOnly;
import io.distlock.internal.interceptor.TestLocks;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.aot.AotProcessingException;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotationMetadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is kept of locked methods for a native image, and what fails its build.
 */
class LockedBeanAotProcessorTests {

	@Test
	void methodsAreKeptWithTheirAnnotations() throws Exception {
		RuntimeHints hints = process(Orders.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Orders.class.getDeclaredMethod("pay", Order.class))).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Orders.class.getDeclaredMethod("mine")))
			.accepts(hints);
		assertThat(List.of(Mine.class, DistributedLock.class))
			.allSatisfy((annotation) -> assertThat(RuntimeHintsPredicates.reflection()
				.onType(annotation)
				.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(hints));
	}

	@Test
	void limitsAreKeptWithTheirFallbacks() throws Exception {
		RuntimeHints hints = process(Reports.class);
		for (String kept : List.of("report", "price", "later")) {
			assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Reports.class.getDeclaredMethod(kept)))
				.as(kept)
				.accepts(hints);
		}
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Reports.class.getDeclaredMethod("ofCustomer", Order.class))).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Customer.class, "id")).accepts(hints);
		assertThat(List.of(ClusterConcurrencyLimit.class, LeaderOnly.class))
			.allSatisfy((annotation) -> assertThat(RuntimeHintsPredicates.reflection()
				.onType(annotation)
				.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(hints));
	}

	@Test
	void annotatedInterfaceIsKeptWithTheImplementation() throws Exception {
		RuntimeHints hints = process(Archive.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Storing.class.getDeclaredMethod("store", String.class))).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Archive.class.getDeclaredMethod("store", String.class))).accepts(hints);
	}

	@Test
	void fallbackMethodIsKeptWhereverItIsDeclared() throws Exception {
		RuntimeHints hints = process(Orders.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(
					OrdersBase.class.getDeclaredMethod("later", Order.class, LockNotAcquiredException.class)))
			.accepts(hints);
		assertThat(
				RuntimeHintsPredicates.reflection().onMethodInvocation(OrdersBase.class.getDeclaredMethod("unrelated")))
			.rejects(hints);
	}

	@Test
	void whatExpressionsLookAtIsKept() {
		RuntimeHints hints = process(Orders.class, KeyMaker.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(LockExpressionRoot.class, "args"))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "customer")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Customer.class, "id")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Element.class, "getId")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(KeyMaker.class, "make")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Math.class, "sqrt")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Orders.class, "getRegion")).accepts(hints);
	}

	@Test
	void parameterThatIsTheKeyItselfIsLeftAlone() {
		RuntimeHints hints = process(Plain.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(Order.class)
			.withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS)).rejects(hints);
	}

	@Test
	void wrongAnnotationFailsTheBuild() {
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(WrongName.class))
			.withCauseInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContaining("#nobody");
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(LeakDetector.class))
			.withCauseInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContaining("private");
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(NoPermits.class))
			.withCauseInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContaining("permits");
	}

	@Test
	void whatDependsOnTheEnvironmentIsLeftToTheStart() throws Exception {
		RuntimeHints hints = process(FromEnvironment.class);
		assertThat(
				RuntimeHintsPredicates.reflection().onMethodInvocation(FromEnvironment.class.getDeclaredMethod("work")))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(FromEnvironment.class.getDeclaredMethod("report"))).accepts(hints);
	}

	@Test
	void beanOfWhichOnlyTheInterfaceIsKnownIsLeftToTheStart() throws Exception {
		RuntimeHints hints = process(Factory.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(WithFallback.class.getDeclaredMethod("work")))
			.accepts(hints);
	}

	@Test
	void whatAFactoryMakesIsKept() throws Exception {
		RuntimeHints hints = process(Clients.class);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Storing.class.getDeclaredMethod("store", String.class))).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(WithFallback.class.getDeclaredMethod("work")))
			.accepts(hints);
	}

	@Test
	void wrongAnnotationOfWhatAFactoryMakesFailsTheBuild() {
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(WrongClients.class))
			.withCauseInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContaining("#nobody");
	}

	@Test
	void beansWithoutLocksAreLeftAlone() {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(KeyMaker.class, "make"))
			.rejects(process(KeyMaker.class));
	}

	private static RuntimeHints process(Class<?>... beans) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", Map.of()));
			context.register(TestLocks.class);
			for (Class<?> bean : beans) {
				context.registerBean(bean.getSimpleName(), bean);
			}
			TestGenerationContext generation = new TestGenerationContext();
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			return generation.getRuntimeHints();
		}
	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock("mine")
	@interface Mine {

		String tenant() default "";

	}

	record Order(Customer customer) {

	}

	record Customer(long id) {

	}

	public static class Element {

		public long getId() {
			return 1;
		}

	}

	public static class KeyMaker {

		public String make(String part) {
			return part;
		}

	}

	static class OrdersBase {

		private void later(Order order, LockNotAcquiredException reason) {
		}

		private void unrelated() {
		}

	}

	public static class Orders extends OrdersBase {

		public String getRegion() {
			return "eu";
		}

		@DistributedLock(name = "orders", key = "#order.customer.id", fallbackMethod = "later")
		void pay(Order order) {
		}

		@Mine
		void mine() {
		}

		@DistributedLock(name = "all", key = "#elements.![id]")
		void all(List<Element> elements) {
		}

		@DistributedLock(name = "made", key = "@KeyMaker.make(#part) + T(Math).sqrt(4)")
		void made(String part) {
		}

		@DistributedLock(name = "region", condition = "#root.target.region == 'eu'")
		void regional() {
		}

	}

	interface Storing {

		@DistributedLock(name = "archive", key = "#name")
		void store(String name);

	}

	static class Archive implements Storing {

		@Override
		public void store(String name) {
		}

	}

	static class Plain {

		@DistributedLock(name = "plain", key = "#order")
		void work(Order order) {
		}

	}

	static class WrongName {

		@DistributedLock(name = "wrong", key = "#nobody")
		void work(String somebody) {
		}

	}

	static class LeakDetector {

		@DistributedLock("wrong")
		private void work() {
		}

	}

	static class NoPermits {

		@ClusterConcurrencyLimit(name = "reports")
		void report() {
		}

	}

	static class Reports {

		@ClusterConcurrencyLimit(name = "reports", permits = 2, fallbackMethod = "later")
		void report() {
		}

		private void later() {
		}

		@ClusterConcurrencyLimit(name = "customers", key = "#order.customer.id", permits = 1)
		void ofCustomer(Order order) {
		}

		@DistributedLock(name = "prices", mode = LockMode.SHARED)
		void price() {
		}

	}

	static class FromEnvironment {

		@DistributedLock(name = "${only.at.run.time}", waitTime = "${only.at.run.time}")
		void work() {
		}

		@ClusterConcurrencyLimit(name = "reports", permitsString = "${only.at.run.time}")
		void report() {
		}

	}

	interface WithFallback {

		@DistributedLock(name = "fallback", fallbackMethod = "ofTheImplementation")
		void work();

	}

	@Configuration(proxyBeanMethods = false)
	static class Factory {

		@Bean
		WithFallback withFallback() {
			throw new IllegalStateException("Nothing is created at build time");
		}

	}

	/**
	 * Says what it makes by its type, and by its definition, as repositories and mappers
	 * do.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(Clients.Registrar.class)
	static class Clients {

		@Bean
		static FactoryBean<Storing> storing() {
			throw new IllegalStateException("Nothing is created at build time");
		}

		static class Registrar implements ImportBeanDefinitionRegistrar {

			@Override
			public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
				RootBeanDefinition definition = new RootBeanDefinition(ProxyFactoryBean.class);
				definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, WithFallback.class);
				registry.registerBeanDefinition("withFallback", definition);
			}

		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WrongClients {

		@Bean
		static FactoryBean<WrongName> wrong() {
			throw new IllegalStateException("Nothing is created at build time");
		}

	}

}
