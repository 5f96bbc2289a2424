// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.List;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Keys that begin with a text, on annotations without a name: the method is the name, so
 * the text does not make one lock of two methods.
 */
class UnnamedKeyTests {

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.distlock.internal.interceptor.operation");

	@BeforeEach
	void watchLog() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void endWatch() {
		this.logger.detachAppender(this.log);
	}

	@Test
	void sameTextOnTwoMethodsIsRefused() {
		assertRefused("'point:' + #userId", "charge(long)", "use(long)", "name = \"point\", key = \"#userId\"",
				Points.class);
	}

	@Test
	void sameTextInTwoBeansIsRefused() {
		assertRefused("'point:' + #id", "Charging.charge(long)", "Using.use(long)", "name = \"point\", key = \"#id\"",
				Charging.class, Using.class);
	}

	@Test
	void sameTextOfLimitsIsRefused() {
		assertRefused("'api:'.concat(#user)", "read(String)", "write(String)", "name = \"api\", key = \"#user\"",
				Limits.class);
	}

	@Test
	void sameTextOfAClassIsRefused() {
		assertRefused("'point:' + #id + ':lock'", "charge(long)", "use(long)",
				"name = \"point\", key = \"#id + ':lock'\"", WholeClass.class);
	}

	@Test
	void sameConstantIsRefused() {
		assertRefused("'settlement'", "day()", "month()", "name = \"settlement\" without a key", Constants.class);
	}

	@Test
	void sameTextsOfElementsAreRefused() {
		assertRefused("{'account:' + #from, 'account:' + #to}", "transfer(String, String)", "pay(String, String)",
				"name = \"account\", key = \"{#from, #to}\"", Elements.class);
	}

	@Test
	void lazyBeanIsRefusedWhenItIsCreated() {
		try (AnnotationConfigApplicationContext context = TestLocks.context(Charging.class, LazilyUsing.class)) {
			assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> context.getBean(LazilyUsing.class))
				.withRootCauseInstanceOf(InvalidLockAnnotationException.class)
				.withStackTraceContaining("Charging.charge(long)");
		}
	}

	@Test
	void textOfOneMethodIsReportedOnce() {
		try (AnnotationConfigApplicationContext context = TestLocks.context(Charging.class)) {
			context.getBean(Charging.class).charge(1);
			context.getBean(Charging.class).charge(2);
		}
		assertThat(warnings()).singleElement()
			.asString()
			.contains("Charging.charge(long)", "'point:' + #userId", "name = \"point\", key = \"#userId\"");
	}

	@Test
	void overloadsHaveOneName() {
		TestLocks.context(Overloads.class).close();
		assertThat(warnings()).hasSize(2);
	}

	@Test
	void proposedKeyKeepsOperandsApart() {
		TestLocks.context(Joined.class).close();
		assertThat(warnings()).singleElement()
			.asString()
			.contains("name = \"order\", key = \"#first + ':' + #second\"");
	}

	@Test
	void whatIsNoTextOrHasANameIsLeftAlone() {
		try (AnnotationConfigApplicationContext context = TestLocks.context(Others.class)) {
			context.getBean(Others.class).named(1);
			context.getBean(Others.class).alsoNamed(1);
			assertThat(context.getBean(TestLocks.Store.class).asked).containsExactly("point:x:1", "point:x:1");
		}
		assertThat(warnings()).isEmpty();
	}

	private Stream<String> warnings() {
		return List.copyOf(this.log.list)
			.stream()
			.filter((event) -> event.getLevel() == Level.WARN)
			.map(ILoggingEvent::getFormattedMessage);
	}

	private static void assertRefused(String key, String method, String other, String remedy, Class<?>... beans) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> TestLocks.context(beans).close())
			.havingRootCause()
			.isInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContainingAll(key, method, other, remedy);
	}

	static class Points {

		@DistributedLock(key = "'point:' + #userId")
		void charge(long userId) {
		}

		@DistributedLock(key = "'point:' + #userId")
		void use(long userId) {
		}

	}

	static class Charging {

		@DistributedLock(key = "'point:' + #userId")
		void charge(long userId) {
		}

	}

	static class Overloads {

		@DistributedLock(key = "'point:' + #userId")
		void charge(long userId) {
		}

		@DistributedLock(key = "'point:' + #user")
		void charge(String user) {
		}

	}

	static class Using {

		@DistributedLock(key = "'point:' + #id")
		void use(long id) {
		}

	}

	@Lazy
	static class LazilyUsing extends Using {

	}

	static class Limits {

		@ClusterConcurrencyLimit(key = "'api:'.concat(#user)", permits = 1)
		void read(String user) {
		}

		@ClusterConcurrencyLimit(key = "'api:'.concat(#user)", permits = 1)
		void write(String user) {
		}

	}

	@DistributedLock(key = "'point:' + #id + ':lock'")
	static class WholeClass implements PointWork {

		@Override
		public void charge(long id) {
		}

		@Override
		public void use(long id) {
		}

	}

	interface PointWork {

		void charge(long id);

		void use(long id);

	}

	static class Constants {

		@DistributedLock(key = "'settlement'")
		void day() {
		}

		@DistributedLock(key = "'settlement'")
		void month() {
		}

	}

	static class Elements {

		@DistributedLock(key = "{'account:' + #from, 'account:' + #to}")
		void transfer(String from, String to) {
		}

		@DistributedLock(key = "{'account:' + #from, 'account:' + #to}")
		void pay(String from, String to) {
		}

	}

	static class Joined {

		@DistributedLock(key = "'order' + ':' + #first + #second")
		void order(long first, long second) {
		}

	}

	static class Others {

		@DistributedLock(name = "point", key = "'x:' + #id")
		void named(long id) {
		}

		@DistributedLock(name = "point", key = "'x:' + #id")
		void alsoNamed(long id) {
		}

		@DistributedLock(key = "'' + #id")
		void text(long id) {
		}

		@DistributedLock(key = "'' + #id")
		void otherText(long id) {
		}

		@DistributedLock(key = "#id")
		void plain(long id) {
		}

		@DistributedLock(key = "#id")
		void otherPlain(long id) {
		}

		@DistributedLock(key = "'all'")
		void constant() {
		}

		@ClusterConcurrencyLimit(key = "'all'", permits = 2)
		void limited() {
		}

		@DistributedLock(key = "'all'", provider = "other")
		void elsewhere() {
		}

		@DistributedLock(key = "#id ?: 'none'")
		void elvis(String id) {
		}

	}

}
