// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.Arrays;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Names, keys and times as other libraries write them.
 */
class ForeignSpellingTests {

	private static final String NAME_AND_KEY = "name = \"user\", key = \"#userId\"";

	private final DistributedLockOperationSource source = new DistributedLockOperationSource(
			new DefaultListableBeanFactory());

	@ParameterizedTest
	@CsvSource({ "braces", "embedded", "variable", "brackets", "inFront", "quoted" })
	void nameWithAHoleGetsNameAndKey(String method) {
		assertInvalid(Names.class, method, "name", "one lock for all calls", NAME_AND_KEY);
	}

	@ParameterizedTest
	@CsvSource({ "position", "format", "positionedFormat" })
	void nameWithAPositionGetsNameAndPosition(String method) {
		assertInvalid(Names.class, method, "name", "one lock for all calls", "name = \"user\", key = \"#p0\"");
	}

	@ParameterizedTest
	@CsvSource({ "unknown, '{'", "ambiguous, '%'" })
	void nameWithAnotherHoleIsRefused(String method, String character) {
		assertInvalid(Names.class, method, "name", "one lock for all calls", "#userId", "replace the '" + character);
	}

	@ParameterizedTest
	@CsvSource({ "embedded", "variable", "braces", "colon", "literal" })
	void keyThatIsATemplateGetsNameAndKey(String method) {
		assertInvalid(Keys.class, method, "key", NAME_AND_KEY);
	}

	@Test
	void negativeTimesGetWhatTheyMeanElsewhere() {
		assertInvalid(Times.class, "noWait", "waitTime", "must not be negative", "\"0\" to try once");
		assertInvalid(Times.class, "endlessLease", "leaseTime", "must not be negative", "Leave the attribute out",
				"renewed");
	}

	@Test
	void otherNamesAreNames() {
		for (Method method : Plain.class.getDeclaredMethods()) {
			assertThat(this.source.find(method, Plain.class)).as(method.getName()).isNotNull();
		}
	}

	private void assertInvalid(Class<?> type, String name, String attribute, String... texts) {
		Method method = Arrays.stream(type.getDeclaredMethods())
			.filter((each) -> each.getName().equals(name))
			.findFirst()
			.orElseThrow();
		assertThatExceptionOfType(InvalidLockAnnotationException.class).isThrownBy(() -> this.source.find(method, type))
			.withMessageContainingAll(texts)
			.satisfies((ex) -> assertThat(ex.getAttribute()).isEqualTo(attribute));
	}

	static class Names {

		@DistributedLock("user-{userId}")
		void braces(long userId) {
		}

		@DistributedLock("user:#{#userId}")
		void embedded(long userId) {
		}

		@DistributedLock("user:#userId")
		void variable(long userId) {
		}

		@DistributedLock("user[userId]")
		void brackets(long userId) {
		}

		@DistributedLock("{userId}:user")
		void inFront(long userId) {
		}

		@DistributedLock("'user:' + #userId")
		void quoted(long userId) {
		}

		@DistributedLock("user:{0}")
		void position(long userId) {
		}

		@DistributedLock("user:%s")
		void format(long userId) {
		}

		@DistributedLock("user:%1$d")
		void positionedFormat(long userId) {
		}

		@DistributedLock("user-{id}")
		void unknown(long userId) {
		}

		@DistributedLock("user:%s")
		void ambiguous(long userId, long other) {
		}

	}

	static class Keys {

		@DistributedLock(key = "user:#{#userId}")
		void embedded(long userId) {
		}

		@DistributedLock(key = "user:#userId")
		void colon(long userId) {
		}

		@DistributedLock(key = "user#userId")
		void variable(long userId) {
		}

		@DistributedLock(key = "user-{userId}")
		void braces(long userId) {
		}

		@DistributedLock(name = "any", key = "'user-{userId}'")
		void literal(long userId) {
		}

	}

	static class Times {

		@DistributedLock(name = "times", waitTime = "-1")
		void noWait() {
		}

		@DistributedLock(name = "times", leaseTime = "-1")
		void endlessLease() {
		}

	}

	static class Plain {

		@DistributedLock("100%discount")
		void percent(long id) {
		}

		@DistributedLock("orders[all]")
		void brackets(long id) {
		}

		@DistributedLock("c# build")
		void hash(long id) {
		}

		@DistributedLock("user_#1")
		void number(long id) {
		}

		@DistributedLock("task#end")
		void otherWord(long id) {
		}

		@DistributedLock(name = "transfer", key = "{#from, #to}")
		void list(String from, String to) {
		}

		@DistributedLock(name = "map", key = "{'a': #id}['a']")
		void map(long id) {
		}

	}

}
