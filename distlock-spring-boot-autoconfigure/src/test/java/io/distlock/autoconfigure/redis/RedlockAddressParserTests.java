// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.LockConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What addresses of masters are read as, and what is said about those that cannot be
 * read.
 */
class RedlockAddressParserTests {

	private static final String PROPERTY = "distlock.redis.redlock.nodes[1]";

	private static final RedlockCredentials NOBODY = new RedlockCredentials(null, null);

	private static final RedlockCredentials LOCKS = new RedlockCredentials("locks", "default-secret");

	@ParameterizedTest
	@CsvSource({ "redis://a:7000, false, a, 7000, 0", "rediss://a.example.org, true, a.example.org, 6379, 0",
			"REDIS://A, false, A, 6379, 0", "redis://10.0.0.1:1/, false, 10.0.0.1, 1, 0",
			"redis://a/12, false, a, 6379, 12", "' redis://a:65535/0 ', false, a, 65535, 0",
			"rediss://[::1]:7000/3, true, ::1, 7000, 3" })
	void addressesAreRead(String text, boolean secure, String host, int port, int database) {
		assertThat(new RedlockAddressParser(NOBODY).parse(PROPERTY, text))
			.isEqualTo(new RedlockAddress(PROPERTY, secure, host, port, database, NOBODY));
	}

	@ParameterizedTest
	@CsvSource({ "redis://a, locks, default-secret", "redis://me@a, me, default-secret", "redis://me:own@a, me, own",
			"redis://:own@a, , own", "redis://m%65:p%40%2F%3A+%C3%A4@a, me, p@/:+\u00e4", "redis://me:a:b@a, me, a:b" })
	void credentialsThatTheAddressLacksAreThoseOfTheApplication(String text, String username, String password) {
		RedlockAddress address = new RedlockAddressParser(LOCKS).parse(PROPERTY, text);
		assertThat(address.username()).isEqualTo(username);
		assertThat(address.password()).isEqualTo(password);
	}

	@ParameterizedTest
	@CsvSource({ "redis://a, redis://a:6379", "rediss://me:secret@a:7000/3, rediss://a:7000/3",
			"redis://:secret@[::1], redis://[::1]:6379" })
	void textOfAnAddressHasNoCredentials(String text, String expected) {
		RedlockAddress address = new RedlockAddressParser(LOCKS).parse(PROPERTY, text);
		assertThat(address).hasToString(expected);
		assertThat(address.credentials().toString()).doesNotContain("secret").doesNotContain("me");
	}

	@ParameterizedTest
	@CsvSource({ "'', which names no master", "a:7000, whose scheme is neither", "10.0.0.1:6379, which is no URI",
			"http://a, whose scheme is neither", "redis://, which is no URI", "redis:a, which names no host",
			"redis:///1, which names no host", "redis://a_b, which names no host", "redis://a:0, whose port is not",
			"redis://a:65536, whose port is not", "redis://a:x, which names no host",
			"redis://a/x, whose database is no number", "redis://a/-1, whose database is no number",
			"redis://a/1/2, whose database is no number", "redis://a/9999999999, whose database is no number",
			"redis://a?timeout=1s, something after the database", "redis://a#1, something after the database",
			"redis://a b, which is no URI" })
	void addressThatCannotBeReadIsRefusedByNameAndValue(String text, String problem) {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> new RedlockAddressParser(NOBODY).parse(PROPERTY, text))
			.withMessageContaining("'" + PROPERTY + "' is '" + text.split("[?#]")[0])
			.withMessageContaining(problem)
			.withMessageContaining("redis[s]://[user[:password]@]host[:port][/db]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis://me:secret@", "redis://me:secret@a:x", "http://me:secret@a", "me:secret@a",
			"redis://me:secr@et@a b", "redis://me:sec/ret@a", "redis://me:sec#secret@a", "redis://me:sec?secret@a",
			"redis://a?password=secret", "redis://me:secret%zz@a", "redis:me:secret@a", "redis://me:secret@a/x" })
	void refusalShowsNoPassword(String text) {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> new RedlockAddressParser(NOBODY).parse(PROPERTY, text))
			.withMessageContaining(PROPERTY)
			.satisfies((ex) -> assertThat(ex).hasNoCause())
			.satisfies((ex) -> assertThat(ex.toString()).doesNotContain("secr")
				.doesNotContain("me:")
				.doesNotContain("ret@"));
	}

	@Test
	void userWithoutAnyPasswordIsRefused() {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> new RedlockAddressParser(NOBODY).parse(PROPERTY, "redis://perhaps-a-password@a"))
			.withMessageContaining(PROPERTY)
			.withMessageContaining("spring.data.redis.password")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("perhaps"));
	}

}
