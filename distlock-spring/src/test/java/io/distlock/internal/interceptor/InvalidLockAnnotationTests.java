// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LeaderOnly;
import io.distlock.annotation.OnBusy;
import io.reactivex.rxjava3.core.Single;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class InvalidLockAnnotationTests {

	@Test
	void blankName() {
		assertInvalid(BlankName.class, "name", " ", "must not be blank");
		assertInvalid(BlankPlaceholder.class, "name", "${none:}", "must not be blank");
		assertInvalid(ExpressionInName.class, "name", "order-#{#id}",
				"Put the expression in 'key': name = \"order\", key = \"#id\".");
		assertInvalid(HashInName.class, "name", "order-#id", "would be one lock for all calls",
				"Put the expression in 'key': name = \"order\", key = \"#id\".");
		assertInvalid(UnknownPlaceholder.class, "name", "${no.such.property}", "cannot be resolved",
				"${property:default}");
	}

	@Test
	void durations() {
		assertInvalid(UnparsableWait.class, "waitTime", "soon", "is not a duration", "10s");
		assertInvalid(PlaceholderWait.class, "waitTime", "${wait:later}", "is 'later', not a duration");
		assertInvalid(NegativeWait.class, "waitTime", "-1", "must not be negative");
		assertInvalid(ZeroLease.class, "leaseTime", "0s", "must not be zero");
		assertInvalid(ShortLease.class, "leaseTime", "99ms", "must be at least 100 ms");
		assertInvalid(HugeLease.class, "leaseTime", "200000d", "292 years");
		assertInvalid(OverflowingLease.class, "leaseTime", "99999999999999999999d", "is not a duration");
		assertInvalid(ZeroHold.class, "maxHoldTime", "0", "must not be zero");
		assertInvalid(WaitWithoutUnit.class, "waitTime", "5", "has no unit", "Write 5s for seconds, or 5ms");
	}

	@Test
	void busyPolicies() {
		assertInvalid(SkipAndFallback.class, "fallbackMethod", "other", "onBusy = SKIP", "Choose one");
		assertInvalid(PrimitiveSkip.class, "onBusy", "SKIP", "primitive type int", "Return Integer");
		assertInvalid(NonNullSkip.class, "onBusy", "SKIP", "never to return null", "Return @Nullable String");
		assertInvalid(SingleSkip.class, "onBusy", "SKIP", "a Single cannot be empty");
		assertInvalid(UnknownFallback.class, "fallbackMethod", "missing", "has no other method of this name",
				"(String)");
		assertInvalid(OwnFallback.class, "fallbackMethod", "run", "has no other method of this name");
		assertInvalid(WrongFallback.class, "fallbackMethod", "other", "same parameters",
				"(String), optionally followed by a LockNotAcquiredException");
		assertInvalid(AmbiguousFallback.class, "fallbackMethod", "other", "several methods match", "Rename");
		assertInvalid(WrongResult.class, "fallbackMethod", "other", "returns Object, which is no String");
	}

	@Test
	void methodsThatNoProxyReaches() {
		assertInvalid(PrivateMethod.class, "", "", "it is private", "LockTemplate");
		assertInvalid(StaticMethod.class, "", "", "it is static");
		assertInvalid(FinalMethod.class, "", "", "it is final");
		assertInvalid(InheritedPrivateMethod.class, "", "", "it is private");
		assertInvalid(FinalClass.class, "", "", "is final");
		assertInvalid(FinalClassWithInterface.class, "", "", "is final");
	}

	@Test
	void classesThatNoProxyExtends() {
		assertInvalid(RecordBean.class, "", "", "RecordBean is a record", "Make it a class that is not final");
		assertInvalid(EnumBean.class, "", "", "EnumBean$Work is an enum", "Make it a class that is not final");
		assertInvalid(SealedClass.class, "", "", "SealedClass is sealed", "Make the class non-sealed");
		assertInvalid(PermittedClass.class, "", "", "PermittedClass is final", "Make the class non-sealed");
	}

	@Test
	void sealedInterfaceThatNoProxyImplements() {
		Map<String, Object> byInterfaces = Map.of("spring.aop.proxy-target-class", "false");
		assertThat(failure(byInterfaces, OpenedClass.class)).hasMessageContaining("SealedWork")
			.hasMessageContaining("is sealed")
			.hasMessageContaining("make the class non-sealed, and set spring.aop.proxy-target-class=true");
		try (AnnotationConfigApplicationContext context = TestLocks.context(OpenedClass.class)) {
			context.getBean(OpenedClass.class).run();
			assertThat(context.getBean(TestLocks.Store.class).asked).containsExactly("opened");
		}
	}

	@Test
	void jdkProxyWithoutTheMethod() {
		InvalidLockAnnotationException failure = failure(Map.of("spring.aop.proxy-target-class", "false"),
				NotOnInterface.class);
		assertThat(failure).hasMessageContaining("none of them has this method")
			.hasMessageContaining("spring.aop.proxy-target-class=true");
		try (AnnotationConfigApplicationContext context = TestLocks.context(NotOnInterface.class)) {
			assertThat(context.getBean(NotOnInterface.class)).isNotNull();
		}
	}

	@Test
	void expressions() {
		assertInvalid(UnparsableKey.class, "key", "#id +", "is no SpEL expression");
		assertInvalid(UnfinishedNumberKey.class, "key", "#id + 1.5e", "is no SpEL expression");
		assertInvalid(PlaceholderKey.class, "key", "${id}", "is no SpEL expression");
		assertInvalid(UnknownParameter.class, "key", "#order.id + #id", "#order is no parameter of the method",
				"#a0, #id, #p0 or #root");
		assertInvalid(UnknownInIndex.class, "key", "#root.args[#index]", "#index is no parameter");
		assertInvalid(UnknownPosition.class, "key", "#p1", "#p1 is no parameter");
		assertInvalid(UnknownFunction.class, "key", "#hash(#id)", "#hash is no parameter");
		assertInvalid(PropertyForParameter.class, "key", "id", "is no property of the call",
				"Did you mean the parameter #id?");
		assertInvalid(TextWithoutQuotes.class, "key", "orders", "is no property of the call", "quote text: 'orders'");
		assertInvalid(PropertyAsArgument.class, "key", "#id.concat(id)", "Did you mean the parameter #id?");
		assertInvalid(LiteralCondition.class, "condition", "'maybe'", "is neither true nor false");
		assertInvalid(UnknownInCondition.class, "condition", "#amount > 1", "#amount is no parameter");
	}

	@Test
	void keyInTheSyntaxOfAnotherLibrary() {
		assertInvalid(TemplateAlone.class, "key", "#{#id}", "is no SpEL expression", "Write key = \"#id\".");
		assertInvalid(TemplateInText.class, "key", "stock:#id", "Write name = \"stock\", key = \"#id\".");
	}

	@Test
	void propertiesOfDeclaredTypes() {
		assertInvalid(UnknownProperty.class, "key", "#order.custmer",
				"'custmer' is no property of " + Order.class.getName(), "Did you mean 'customer'?");
		assertInvalid(UnknownPropertyOfProperty.class, "key", "'a:' + #p0?.customer.town",
				"'town' is no property of " + Customer.class.getName(),
				"Name a property with a public getter or field");
		assertInvalid(UnknownPropertyInCondition.class, "condition", "#id.size > 1",
				"'size' is no property of java.lang.String");
	}

	@ParameterizedTest
	@ValueSource(classes = { KnownProperties.class, PropertiesOfSubtypes.class })
	void propertiesThatAValueMayHaveAreAllowed(Class<?> bean) {
		try (AnnotationConfigApplicationContext context = TestLocks.context(bean)) {
			assertThat(context.getBean(bean)).isNotNull();
		}
	}

	@Test
	void classCompiledWithoutParameterNames(@TempDir Path directory) throws Exception {
		Class<?> unnamed = compileWithoutNames(directory, "#id");
		assertInvalid(unnamed, "key", "#id",
				"#id is unknown, because demo.Unnamed was compiled without parameter names", "-parameters", "#p0");
	}

	@Test
	void classCompiledWithoutParameterNamesMayUsePositions(@TempDir Path directory) throws Exception {
		Class<?> unnamed = compileWithoutNames(directory, "#p0");
		try (AnnotationConfigApplicationContext context = TestLocks.context(Map.of(),
				(starting) -> starting.setClassLoader(unnamed.getClassLoader()), unnamed)) {
			Object bean = context.getBean(unnamed);
			bean.getClass().getMethod("run", String.class).invoke(bean, "7");
			assertThat(context.getBean(TestLocks.Store.class).asked).containsExactly("u:7");
		}
	}

	@Test
	void returnTypes() {
		assertInvalid(PlainFuture.class, "", "", "returns a Future", "CompletableFuture");
		assertInvalid(HotFlux.class, "", "", "can only be returned as a Flux", "Let it return a Flux");
	}

	@Test
	void unknownProvider() {
		assertInvalid(UnknownProvider.class, "provider", "redis", "no LockProvider bean", "[other, store]");
	}

	@Test
	void fencingWithoutAGuard() {
		assertInvalid(Fenced.class, "fenced", "true", "nothing checks fencing tokens");
	}

	@Test
	void modes() {
		assertInvalid(LimitAndLock.class, "mode", "PERMIT", "another lock of this method says 'EXCLUSIVE'",
				"another bean");
		assertInvalid(SharedAndFenced.class, "fenced", "true", "no token distinguishes them");
		assertInvalid(LimitOfNone.class, "permits", "0", "must be at least 1");
		assertInvalid(LimitBelowZero.class, "permits", "-1", "must be at least 1");
		assertInvalid(LimitTwice.class, "permitsString", "5", "permits = 3 is set, too");
		assertInvalid(LimitOfText.class, "permitsString", "${limit:many}", "is 'many', not a number");
		assertInvalid(PermitsOfALock.class, "permits", "2", "the lock has no permits", "@ClusterConcurrencyLimit");
	}

	@Test
	void failsWhenTheBeanIsCreatedNotWhenItIsCalled() {
		try (AnnotationConfigApplicationContext context = TestLocks.context(LazyBean.class, PrototypeBean.class)) {
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean(LazyBean.class))
				.withCauseInstanceOf(InvalidLockAnnotationException.class);
			assertThatExceptionOfType(BeanCreationException.class)
				.isThrownBy(() -> context.getBean(PrototypeBean.class))
				.withCauseInstanceOf(InvalidLockAnnotationException.class);
		}
	}

	@Test
	void beanThatGetsNoProxy() {
		assertThat(failure(Map.of(), AdviceWithLock.class)).hasMessageContaining("got no proxy");
	}

	@Test
	void objectOfAFactoryIsChecked() {
		assertThat(failure(Map.of(), FactoryConfiguration.class)).hasMessageContaining("is not a duration");
	}

	@Test
	void messageNamesTheMethod() {
		InvalidLockAnnotationException failure = failure(Map.of(), UnparsableWait.class);
		assertThat(failure).hasMessage("@DistributedLock on " + UnparsableWait.class.getName()
				+ ".run() is invalid: waitTime = \"soon\": is not a duration. Write it like 10s, 500ms, 1h30m or PT10S.");
		assertThat(failure.getMethod().getName()).isEqualTo("run");
		assertThat(failure.getReason()).isEqualTo("is not a duration");
		assertThat(failure.getRemedy()).startsWith("Write it like");
	}

	@Test
	void messageNamesTheAnnotationThatWasWritten() {
		assertThat(failure(Map.of(), BlankRole.class)).hasMessageStartingWith("@LeaderOnly on ");
		assertThat(failure(Map.of(), NoPermits.class)).hasMessageStartingWith("@ClusterConcurrencyLimit on ");
		assertThat(failure(Map.of(), BlankName.class)).hasMessageStartingWith("@DistributedLock on ");
	}

	private static void assertInvalid(Class<?> bean, String attribute, String value, String... texts) {
		InvalidLockAnnotationException failure = failure(Map.of(), bean);
		assertThat(failure).hasMessageContainingAll(texts);
		assertThat(failure.getAttribute()).isEqualTo(attribute);
		assertThat(failure.getValue()).isEqualTo(value);
	}

	private static InvalidLockAnnotationException failure(Map<String, Object> properties, Class<?> bean) {
		BeanCreationException failure = catchThrowableOfType(BeanCreationException.class,
				() -> TestLocks.context(properties, (context) -> {
				}, bean).close());
		assertThat(failure).as("start of a context with %s", bean).isNotNull();
		Throwable cause = failure;
		while (!(cause instanceof InvalidLockAnnotationException) && cause.getCause() != null) {
			cause = cause.getCause();
		}
		assertThat(cause).isInstanceOf(InvalidLockAnnotationException.class);
		return (InvalidLockAnnotationException) cause;
	}

	private static Class<?> compileWithoutNames(Path directory, String key) throws Exception {
		return compile(directory, "demo.Unnamed", Map.of("Unnamed.java", """
				package demo;
				public class Unnamed {
					@io.distlock.annotation.DistributedLock(name = "u", key = "%s")
					public void run(String id) {
					}
				}
				""".formatted(key)));
	}

	private static Class<?> compile(Path directory, String type, Map<String, String> sources) throws Exception {
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-g:none", "-classpath",
				location(DistributedLock.class) + File.pathSeparator + location(AliasFor.class), "-d",
				directory.toString()));
		for (Map.Entry<String, String> source : sources.entrySet()) {
			Path file = Files.writeString(directory.resolve(source.getKey()), source.getValue());
			arguments.add(file.toString());
		}
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
		return new URLClassLoader(new URL[] { directory.toUri().toURL() },
				InvalidLockAnnotationTests.class.getClassLoader())
			.loadClass(type);
	}

	private static String location(Class<?> type) throws URISyntaxException {
		return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
	}

	public interface Described {

		default String getText() {
			return "text";
		}

		default boolean isKnown() {
			return true;
		}

	}

	public record Order(Customer customer, Object note, List<Customer> watchers) implements Described {

	}

	public static final class Customer implements Described {

		public final String name = "name";

	}

	static class TemplateAlone {

		@DistributedLock(name = "stock", key = "#{#id}")
		void run(String id) {
		}

	}

	static class TemplateInText {

		@DistributedLock(name = "stock", key = "stock:#id")
		void run(String id) {
		}

	}

	static class UnknownProperty {

		@DistributedLock(name = "stock", key = "#order.custmer")
		void run(Order order) {
		}

	}

	static class UnknownPropertyOfProperty {

		@DistributedLock(name = "stock", key = "'a:' + #p0?.customer.town")
		void run(Order order) {
		}

	}

	static class UnknownPropertyInCondition {

		@DistributedLock(name = "stock", key = "#id", condition = "#id.size > 1")
		void run(String id) {
		}

	}

	static class KnownProperties {

		@DistributedLock(name = "customers", key = "#order.customer.name + #order.text + #order.customer.known")
		void customer(Order order) {
		}

		@DistributedLock(name = "classes", key = "#order.class.name + #id.bytes.length + #day.name")
		void type(Order order, String id, DayOfWeek day) {
		}

		@DistributedLock(name = "lengths", key = "#ids.length + #id.length() + #id.empty")
		void lengths(String id, String... ids) {
		}

	}

	static class PropertiesOfSubtypes {

		@DistributedLock(name = "notes", key = "#order.note.anything + #order.watchers.size() + #order.watchers.first")
		void note(Order order) {
		}

		@DistributedLock(name = "maps", key = "#map.anything + #value.anything + #number.anything")
		void map(Map<String, String> map, Object value, Number number) {
		}

		@DistributedLock(name = "optionals", key = "#order?.text")
		void optional(Optional<Order> order) {
		}

		@DistributedLock(name = "methods", key = "#order.toString().anything + #order[text]")
		void methods(Order order) {
		}

	}

	static class BlankName {

		@DistributedLock(" ")
		void run() {
		}

	}

	static class BlankRole {

		@LeaderOnly(" ")
		void run() {
		}

	}

	static class NoPermits {

		@ClusterConcurrencyLimit(permits = 0)
		void run() {
		}

	}

	static class BlankPlaceholder {

		@DistributedLock("${none:}")
		void run() {
		}

	}

	static class HashInName {

		@DistributedLock("order-#id")
		void run(String id) {
		}

	}

	static class WaitWithoutUnit {

		@DistributedLock(waitTime = "5")
		void run() {
		}

	}

	static class PropertyForParameter {

		@DistributedLock(key = "id")
		void run(String id) {
		}

	}

	static class TextWithoutQuotes {

		@DistributedLock(key = "orders")
		void run(String id) {
		}

	}

	static class PropertyAsArgument {

		@DistributedLock(key = "#id.concat(id)")
		void run(String id) {
		}

	}

	static class LiteralCondition {

		@DistributedLock(condition = "'maybe'")
		void run(String id) {
		}

	}

	static class ExpressionInName {

		@DistributedLock("order-#{#id}")
		void run(String id) {
		}

	}

	static class UnknownPlaceholder {

		@DistributedLock("${no.such.property}")
		void run() {
		}

	}

	static class UnparsableWait {

		@DistributedLock(waitTime = "soon")
		void run() {
		}

	}

	static class PlaceholderWait {

		@DistributedLock(waitTime = "${wait:later}")
		void run() {
		}

	}

	static class NegativeWait {

		@DistributedLock(waitTime = "-1")
		void run() {
		}

	}

	static class ZeroLease {

		@DistributedLock(leaseTime = "0s")
		void run() {
		}

	}

	static class ShortLease {

		@DistributedLock(leaseTime = "99ms")
		void run() {
		}

	}

	static class HugeLease {

		@DistributedLock(leaseTime = "200000d")
		void run() {
		}

	}

	static class OverflowingLease {

		@DistributedLock(leaseTime = "99999999999999999999d")
		void run() {
		}

	}

	static class ZeroHold {

		@DistributedLock(maxHoldTime = "0")
		void run() {
		}

	}

	static class SkipAndFallback {

		@DistributedLock(onBusy = OnBusy.SKIP, fallbackMethod = "other")
		void run() {
		}

		void other() {
		}

	}

	static class PrimitiveSkip {

		@DistributedLock(onBusy = OnBusy.SKIP)
		int run() {
			return 1;
		}

	}

	@NullMarked
	static class NonNullSkip {

		@DistributedLock(onBusy = OnBusy.SKIP)
		String run() {
			return "never null";
		}

	}

	static class SingleSkip {

		@DistributedLock(onBusy = OnBusy.SKIP)
		Single<String> run() {
			return Single.just("value");
		}

	}

	static class HotFlux {

		@DistributedLock
		ConnectableFlux<String> run() {
			return Flux.just("value").publish();
		}

	}

	static class UnknownFallback {

		@DistributedLock(fallbackMethod = "missing")
		void run(String id) {
		}

	}

	static class OwnFallback {

		@DistributedLock(fallbackMethod = "run")
		void run(String id) {
		}

	}

	static class WrongFallback {

		@DistributedLock(fallbackMethod = "other")
		void run(String id) {
		}

		void other(Integer id) {
		}

		void other(String id, IllegalStateException reason) {
		}

	}

	static class AmbiguousFallback {

		@DistributedLock(fallbackMethod = "other")
		void run(String id) {
		}

		void other(String id) {
		}

		void other(String id, LockNotAcquiredException reason) {
		}

	}

	static class WrongResult {

		@DistributedLock(fallbackMethod = "other")
		String run() {
			return "";
		}

		Object other() {
			return "";
		}

	}

	static class PrivateMethod {

		@DistributedLock
		private void run() {
		}

	}

	static class InheritedPrivateMethod extends PrivateMethod {

	}

	static class StaticMethod {

		@DistributedLock
		static void run() {
		}

	}

	static class FinalMethod {

		@DistributedLock
		final void run() {
		}

	}

	static final class FinalClass {

		@DistributedLock
		void run() {
		}

	}

	static final class FinalClassWithInterface implements Supplier<String> {

		@Override
		@DistributedLock
		public String get() {
			return "";
		}

	}

	record RecordBean() {

		@DistributedLock
		void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EnumBean {

		@Bean
		Work work() {
			return Work.ONE;
		}

		enum Work {

			ONE;

			@DistributedLock
			void run() {
			}

		}

	}

	static sealed class SealedClass permits SealedClass.Part {

		@DistributedLock
		void run() {
		}

		static final class Part extends SealedClass {

		}

	}

	sealed interface SealedWork permits PermittedClass, OpenedClass {

		void run();

	}

	static final class PermittedClass implements SealedWork {

		@Override
		@DistributedLock
		public void run() {
		}

	}

	static non-sealed class OpenedClass implements SealedWork, Supplier<String> {

		@Override
		@DistributedLock("opened")
		public void run() {
		}

		@Override
		public String get() {
			return "";
		}

	}

	static class NotOnInterface implements Supplier<String> {

		@Override
		public String get() {
			return "";
		}

		@DistributedLock
		void run() {
		}

	}

	static class UnparsableKey {

		@DistributedLock(key = "#id +")
		void run(String id) {
		}

	}

	static class UnfinishedNumberKey {

		@DistributedLock(key = "#id + 1.5e")
		void run(String id) {
		}

	}

	static class PlaceholderKey {

		@DistributedLock(key = "${id}")
		void run(String id) {
		}

	}

	static class UnknownParameter {

		@DistributedLock(key = "#order.id + #id")
		void run(String id) {
		}

	}

	static class UnknownInIndex {

		@DistributedLock(key = "#root.args[#index]")
		void run(String id) {
		}

	}

	static class UnknownPosition {

		@DistributedLock(key = "#p1")
		void run(String id) {
		}

	}

	static class UnknownFunction {

		@DistributedLock(key = "#hash(#id)")
		void run(String id) {
		}

	}

	static class UnknownInCondition {

		@DistributedLock(condition = "#amount > 1")
		void run(String id) {
		}

	}

	static class PlainFuture {

		@DistributedLock
		Future<String> run() {
			throw new UnsupportedOperationException();
		}

	}

	static class UnknownProvider {

		@DistributedLock(provider = "redis")
		void run() {
		}

	}

	static class Fenced {

		@DistributedLock(fenced = true)
		void run() {
		}

	}

	static class LimitAndLock {

		@DistributedLock
		@ClusterConcurrencyLimit(permits = 2)
		void run() {
		}

	}

	static class SharedAndFenced {

		@DistributedLock(mode = LockMode.SHARED, fenced = true)
		void run() {
		}

	}

	static class LimitOfNone {

		@ClusterConcurrencyLimit
		void run() {
		}

	}

	static class LimitBelowZero {

		@ClusterConcurrencyLimit(permits = -1)
		void run() {
		}

	}

	static class LimitTwice {

		@ClusterConcurrencyLimit(permits = 3, permitsString = "5")
		void run() {
		}

	}

	static class LimitOfText {

		@ClusterConcurrencyLimit(permitsString = "${limit:many}")
		void run() {
		}

	}

	static class PermitsOfALock {

		@DistributedLock(permits = 2)
		void run() {
		}

	}

	@Lazy
	static class LazyBean extends UnparsableWait {

	}

	@Scope("prototype")
	static class PrototypeBean extends UnparsableWait {

	}

	static class AdviceWithLock implements Advice {

		@DistributedLock
		void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FactoryConfiguration {

		@Bean
		FactoryBean<UnparsableWait> factory() {
			return new FactoryBean<>() {

				@Override
				public UnparsableWait getObject() {
					return new UnparsableWait();
				}

				@Override
				public Class<?> getObjectType() {
					return UnparsableWait.class;
				}

			};
		}

		@Bean
		List<Object> user(UnparsableWait wait) {
			return List.of(wait);
		}

	}

}
