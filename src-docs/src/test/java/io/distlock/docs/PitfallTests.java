// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The answers of the page on pitfalls, where the library's own tests do not show them.
 */
@SpringBootTest(properties = { "spring.datasource.generate-unique-name=true", "distlock.provider=jdbc" })
class PitfallTests {

	@Autowired
	private Pitfalls pitfalls;

	@Autowired
	private LockOperations locks;

	@Test
	void callOfTheSameObjectTakesNoLock() {
		assertThat(this.pitfalls.locked()).isTrue();
		assertThat(this.pitfalls.callsItself()).isFalse();
	}

	@Test
	void answerOfTheCacheTakesTheLockFirst() {
		assertThat(this.pitfalls.cached("teapot")).isEqualTo(1);
		assertThat(this.pitfalls.cached("teapot")).isEqualTo(1);
		try (HeldLock held = elsewhere("price:teapot")) {
			assertThat(held.isHeld()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.pitfalls.cached("teapot"));
		}
	}

	@Test
	void listLocksEachOfItsElementsAndJoinedTextOneKey() {
		try (HeldLock held = elsewhere("pair:teapot")) {
			assertThat(held.isHeld()).isTrue();
			assertThat(this.pitfalls.joined("Ada", "teapot")).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.pitfalls.listed("Ada", "teapot"));
		}
	}

	@Test
	void partOfAKeyThatIsNullIsRefused() {
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> this.pitfalls.joined(null, "teapot"))
			.withMessageContaining("is null");
	}

	@Test
	void nodesOfOneTestExcludeEachOtherByTheirDatabaseAndNotLocally() {
		assertThat(secondNodeIsKeptOut("--distlock.provider=jdbc")).isTrue();
		assertThat(secondNodeIsKeptOut("--distlock.provider=local")).isFalse();
	}

	@Test
	void otherPrefixIsAnotherLock() {
		assertThat(secondNodeIsKeptOut("--distlock.provider=jdbc", "--distlock.key-prefix=${node}")).isFalse();
	}

	private static boolean secondNodeIsKeptOut(String... properties) {
		try (ConfigurableApplicationContext one = node("one", properties);
				ConfigurableApplicationContext two = node("two", properties)) {
			return one.getBean(LockTemplate.class).execute("key", (lock) -> !isFree(two.getBean(LockTemplate.class)));
		}
	}

	private static boolean isFree(LockTemplate node) {
		Optional<HeldLock> lock = node.tryAcquire("key");
		lock.ifPresent(HeldLock::close);
		return lock.isPresent();
	}

	private static ConfigurableApplicationContext node(String name, String... properties) {
		return new SpringApplicationBuilder(Node.class).web(WebApplicationType.NONE)
			.properties("node=" + name, "spring.datasource.url=jdbc:h2:mem:pitfalls", "spring.main.banner-mode=off")
			.run(properties);
	}

	private HeldLock elsewhere(String key) {
		return this.locks.acquireAsync(LockRequest.of(key)).toCompletableFuture().join();
	}

	static class Pitfalls {

		private final AtomicInteger calls = new AtomicInteger();

		@DistributedLock("self")
		boolean locked() {
			return LockContext.current().isPresent();
		}

		boolean callsItself() {
			return locked();
		}

		@Cacheable("prices")
		@DistributedLock(name = "price", key = "#item", waitTime = "0")
		int cached(String item) {
			return this.calls.incrementAndGet();
		}

		@DistributedLock(name = "pair", key = "#customer + '/' + #item", waitTime = "0")
		boolean joined(@Nullable String customer, String item) {
			return true;
		}

		@DistributedLock(name = "pair", key = "{#customer, #item}", waitTime = "0")
		List<String> listed(String customer, String item) {
			return List.of(customer, item);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Node {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import(Pitfalls.class)
	static class Application {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

}
