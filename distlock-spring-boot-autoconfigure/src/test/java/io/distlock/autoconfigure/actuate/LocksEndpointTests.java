// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.internal.actuate.LocksDescriptor.KeyPurpose;
import io.distlock.local.LocalLockProvider;
import io.distlock.monitor.LockForceReleasedEvent;
import io.distlock.testserver.jdbc.H2Server;
import io.distlock.testserver.redis.RedisServer;
import org.assertj.core.groups.Tuple;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The endpoint for locks over a real port, on real stores.
 */
@ExtendWith(OutputCaptureExtension.class)
class LocksEndpointTests {

	private static final String DATABASE = "--spring.datasource.url=jdbc:h2:mem:locks-endpoint;DB_CLOSE_DELAY=-1";

	private static final String[] H2 = { "--distlock.provider=jdbc", DATABASE };

	private static final String[] LOCAL = { "--distlock.provider=local" };

	private final String key = "orders:" + UUID.randomUUID();

	static Stream<List<String>> stores() {
		return Stream.of(List.of(H2), redis(RedisServer.shared()));
	}

	private static List<String> redis(RedisServer server) {
		return List.of("--distlock.provider=redis", "--spring.data.redis.host=" + server.host(),
				"--spring.data.redis.port=" + server.port());
	}

	@ParameterizedTest
	@MethodSource("stores")
	void tellsWhatThisNodeHoldsAndWhatTheClusterHolds(List<String> store) {
		try (EndpointNode here = readOnly(store, "--distlock.node-name=here");
				EndpointNode there = readOnly(store, "--distlock.node-name=there");
				HeldLock mine = here.locks().acquire(this.key);
				HeldLock other = there.locks().acquire("other " + this.key)) {
			Answer answer = here.http().get("locks?limit=1000");
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("node")).isEqualTo("here");
			Map<String, Object> provider = answer.at("providers.distlockProvider");
			assertThat(provider).containsEntry("waiting", 0).containsEntry("renewing", true);
			List<Map<String, Object>> held = answer.at("providers.distlockProvider.held");
			assertThat(held).singleElement().satisfies((lock) -> {
				assertThat(lock).containsEntry("key", this.key)
					.containsEntry("fencingToken", mine.fencingToken())
					.containsEntry("thread", Thread.currentThread().getName())
					.containsEntry("waiting", 0);
				assertThat(Instant.parse((String) lock.get("since"))).isBeforeOrEqualTo(Instant.now());
				assertThat(Duration.parse((String) lock.get("remainingLease"))).isPositive();
			});
			assertThat(stored(answer, this.key)).containsEntry("holder", "here").containsEntry("awaited", false);
			assertThat(stored(answer, other.key())).containsEntry("holder", "there").doesNotContainKey("encoded");
			assertThat(((Number) stored(answer, other.key()).get("lastToken")).longValue())
				.isGreaterThanOrEqualTo(other.fencingToken());
			assertThat(answer.<Boolean>at("providers.distlockProvider.cluster.truncated")).isFalse();
			assertThat(mine.isHeld()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("stores")
	void listsNoMoreLocksThanAskedForAndSaysSo(List<String> store) {
		try (EndpointNode node = readOnly(store);
				HeldLock one = node.locks().acquire(this.key);
				HeldLock other = node.locks().acquire("other:" + this.key)) {
			Answer answer = node.http().get("locks?limit=1");
			assertThat(answer.<List<Object>>at("providers.distlockProvider.cluster.locks")).hasSize(1);
			assertThat(answer.<Boolean>at("providers.distlockProvider.cluster.truncated")).isTrue();
			assertThat(answer.<List<Object>>at("providers.distlockProvider.held")).hasSize(1);
			assertThat(answer.<Boolean>at("providers.distlockProvider.heldTruncated")).isTrue();
			Answer both = node.http().get("locks?limit=2");
			assertThat(both.<List<Object>>at("providers.distlockProvider.held")).hasSize(2);
			assertThat(both.<Boolean>at("providers.distlockProvider.heldTruncated")).isFalse();
			Answer none = node.http().get("locks?limit=0");
			assertThat(none.<List<Object>>at("providers.distlockProvider.held")).isEmpty();
			assertThat(none.<List<Object>>at("providers.distlockProvider.cluster.locks")).isEmpty();
			assertThat(node.http().get("locks?limit=-1").status()).isEqualTo(400);
			assertThat(node.http().get("locks?limit=many").status()).isEqualTo(400);
			assertThat(one.isHeld() && other.isHeld()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("stores")
	void findsLocksByKeyAndByPrefixAndPageByPage(List<String> store) {
		try (EndpointNode node = readOnly(store);
				HeldLock lock = node.locks().acquire(this.key);
				HeldLock longer = node.locks().acquire(this.key + ":2");
				HeldLock permit = node.locks().acquire(LockRequest.of(this.key).permits(2));
				HeldLock other = node.locks().acquire("other:" + this.key)) {
			Answer one = node.http().get("locks?key=" + this.key);
			assertThat(listed(one)).extracting((found) -> found.get("key"), (found) -> found.get("mode"))
				.containsExactlyInAnyOrder(tuple(this.key, "EXCLUSIVE"), tuple(this.key, "PERMIT"));
			assertThat(listed(one)).allSatisfy((found) -> assertThat(Instant.parse((String) found.get("since")))
				.isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1)));
			assertThat(one.<List<Object>>at("providers.distlockProvider.held")).hasSize(2);
			assertThat(listed(node.http().get("locks?prefix=" + this.key))).hasSize(3);
			List<Object> pages = new ArrayList<>();
			String next = "";
			while (next != null) {
				Answer page = node.http().get("locks?limit=1&prefix=" + this.key + "&after=" + next);
				assertThat(listed(page)).hasSize(1);
				pages.add(listed(page).get(0).get("key") + " " + listed(page).get(0).get("mode"));
				next = page.<Map<String, Object>>at("providers.distlockProvider.cluster")
					.get("next") instanceof String more ? more : null;
			}
			assertThat(pages).containsExactlyInAnyOrder(this.key + " EXCLUSIVE", this.key + ":2 EXCLUSIVE",
					this.key + " PERMIT");
			assertThat(node.http().get("locks?key=a&prefix=b").status()).isEqualTo(400);
			assertThat(node.http().get("locks?key=").status()).isEqualTo(400);
			assertThat(List.of(lock, longer, permit, other)).allMatch(HeldLock::isHeld);
		}
	}

	@Test
	void showsWhoWaitsAndWhatWasLostAndForced() throws Exception {
		try (EndpointNode node = EndpointNode.unrestricted(EndpointNode.NoBeans.class, LOCAL)) {
			HeldLock held = node.locks().acquire(this.key);
			String holder = Thread.currentThread().getName();
			Thread waiter = new Thread(() -> node.locks().acquire(this.key).close(), "waits-for-orders");
			waiter.start();
			Awaitility.await().until(() -> !waiters(node).isEmpty());
			assertThat(waiters(node)).singleElement().satisfies((caller) -> {
				assertThat(caller).containsEntry("key", this.key)
					.containsEntry("mode", "EXCLUSIVE")
					.containsEntry("thread", "waits-for-orders")
					.doesNotContainKey("method");
				assertThat(Instant.parse((String) caller.get("since"))).isBeforeOrEqualTo(Instant.now());
			});
			assertThat(node.http().get("locks").<List<Object>>at("losses")).isEmpty();
			assertThat(node.http().delete("locks?key=" + this.key).status()).isEqualTo(200);
			assertThat(held.release()).isFalse();
			waiter.join();
			Awaitility.await()
				.untilAsserted(() -> assertThat(node.http().get("locks").<List<Map<String, Object>>>at("losses"))
					.extracting((loss) -> loss.get("kind"), (loss) -> loss.get("key"), (loss) -> loss.get("thread"))
					.containsExactlyInAnyOrder(tuple("FORCED", this.key, null), tuple("LOST", this.key, holder)));
			assertThat(node.http().get("locks?key=other").<List<Object>>at("losses")).isEmpty();
			assertThat(waiters(node)).isEmpty();
		}
	}

	@Test
	void keysOfTheLibraryHaveTheirPurpose() {
		try (EndpointNode node = EndpointNode.readOnly(LongJob.class, "--distlock.provider=local",
				"--distlock.node-name=here"); HeldLock held = node.locks().acquire(this.key)) {
			Tuple lock = tuple(held.key(), null);
			Tuple job = tuple("cluster-job:long", "JOB");
			Awaitility.await().untilAsserted(() -> {
				Answer answer = node.http().get("locks");
				assertThat(purposes(answer, "held")).containsExactlyInAnyOrder(lock, job);
				assertThat(purposes(answer, "cluster.locks")).containsExactlyInAnyOrder(lock, job,
						tuple("distlock.node:unknown:here", "NODE"));
			});
			assertThat(List.of("cluster-job:a", "distlock.leader:a", "liquibase:a", "distlock.node:a"))
				.as("reserved for the library")
				.hasSameSizeAs(KeyPurpose.values())
				.allSatisfy((reserved) -> assertThatExceptionOfType(IllegalLockKeyException.class)
					.isThrownBy(() -> node.locks().acquire(reserved)));
			node.context().getBean(LongJob.class).end.countDown();
		}
	}

	private static List<Tuple> purposes(Answer answer, String where) {
		List<Map<String, Object>> locks = answer.at("providers.distlockProvider." + where);
		return locks.stream().map((lock) -> tuple(lock.get("key"), lock.get("purpose"))).toList();
	}

	@Test
	void checkOfAccessEndsNothing() {
		try (EndpointNode reader = EndpointNode.readOnly(EndpointNode.NoBeans.class, LOCAL);
				EndpointNode operator = EndpointNode.unrestricted(EndpointNode.NoBeans.class, LOCAL);
				HeldLock held = operator.locks().acquire(this.key)) {
			assertThat(reader.http().delete("locks?key=" + this.key + "&check=true").status()).isEqualTo(405);
			Answer answer = operator.http().delete("locks?key=" + this.key + "&check=true");
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("outcome")).isEqualTo("CHECKED");
			assertThat(held.release()).isTrue();
			assertThat(operator.audited()).isEmpty();
		}
	}

	private static List<Map<String, Object>> waiters(EndpointNode node) {
		return node.http().get("locks").at("providers.distlockProvider.waiters");
	}

	private static List<Map<String, Object>> listed(Answer answer) {
		return answer.at("providers.distlockProvider.cluster.locks");
	}

	@ParameterizedTest
	@MethodSource("stores")
	void keysOfOtherApplicationsAndLongKeysAreToldAsTheStoreHasThem(List<String> store) {
		String longKey = this.key + "x".repeat(300);
		try (EndpointNode shop = readOnly(store);
				EndpointNode bank = readOnly(store, "--distlock.key-prefix=bank");
				HeldLock foreign = bank.locks().acquire(this.key);
				HeldLock cut = shop.locks().acquire(longKey)) {
			Answer answer = shop.http().get("locks?limit=1000");
			assertThat(stored(answer, "bank:" + foreign.key())).containsEntry("encoded", true);
			List<Map<String, Object>> all = answer.at("providers.distlockProvider.cluster.locks");
			assertThat(all).anySatisfy((lock) -> assertThat(lock).containsEntry("encoded", true)
				.hasEntrySatisfying("key",
						(key) -> assertThat((String) key).startsWith("shop:" + this.key + "xxx").contains("~")));
			assertThat(cut.isHeld()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("stores")
	void releaseIsNotForcedUnlessThatIsAllowed(List<String> store) {
		try (EndpointNode node = readOnly(store); HeldLock held = node.locks().acquire(this.key)) {
			assertThat(node.http().delete("locks?key=" + this.key).status()).isIn(404, 405);
			assertThat(held.release()).isTrue();
			assertThat(node.audited()).isEmpty();
		}
	}

	@Tag("timing")
	@ParameterizedTest
	@MethodSource("stores")
	void forcedReleaseEndsTheLockOfAnotherNodeAndIsAudited(List<String> store, CapturedOutput output) {
		try (EndpointNode operator = unrestricted(store);
				EndpointNode holder = readOnly(store, "--distlock.node-name=h")) {
			HeldLock held = holder.locks().acquire(this.key);
			Answer answer = operator.http().delete("locks?key=" + this.key);
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("outcome")).isEqualTo("RELEASED");
			assertThat(answer.<String>at("holder")).isEqualTo("h");
			long lastToken = answer.<Number>at("lastToken").longValue();
			assertThat(operator.locks().tryAcquire(LockRequest.of(this.key))).hasValueSatisfying((next) -> {
				assertThat(next.fencingToken()).isGreaterThan(lastToken);
				assertThat(held.release()).isFalse();
				assertThat(next.release()).isTrue();
			});
			assertThat(operator.http().delete("locks?key=" + this.key).status()).isEqualTo(404);
			assertThat(operator.released()).containsExactly(
					new LockForceReleasedEvent(this.key, LockMode.EXCLUSIVE, lastToken, provider(answer, operator)));
			assertThat(operator.audited()).extracting((event) -> event.getData().get("outcome"))
				.containsExactly("RELEASED", "NOT_HELD");
			assertThat(operator.audited().get(0).getType()).isEqualTo("DISTLOCK_FORCE_RELEASE");
			assertThat(operator.audited().get(0).getData()).containsEntry("key", this.key)
				.containsEntry("holder", "h")
				.containsEntry("lastToken", lastToken);
			assertThat(output)
				.contains("Release of lock 'shop:" + this.key + "' in provider 'distlockProvider' forced");
		}
	}

	@Test
	void requestsThatNameNoLockAreRefused() {
		try (EndpointNode node = unrestricted(List.of(LOCAL))) {
			for (String none : List.of("locks", "locks?key=%20")) {
				Answer refused = node.http().delete(none);
				assertThat(refused.status()).isEqualTo(400);
				assertThat(refused.<String>at("error")).contains("'key' must not be blank");
			}
			Answer unknown = node.http().delete("locks?key=a&provider=other");
			assertThat(unknown.status()).isEqualTo(400);
			assertThat(unknown.body()).contains("There is no lock provider 'other'").contains("distlockProvider");
			assertThat(node.audited()).isEmpty();
		}
	}

	@Test
	void lineBreaksOfAKeyDoNotReachTheLog(CapturedOutput output) {
		try (EndpointNode node = unrestricted(List.of(LOCAL))) {
			assertThat(node.http().delete("locks?key=a%0AFORGED").status()).isEqualTo(404);
			assertThat(output).contains("shop:a%0AFORGED").doesNotContain("\nFORGED");
		}
	}

	@Test
	void lineBreaksOfAHolderDoNotReachTheLog(CapturedOutput output) {
		try (EndpointNode node = unrestricted(List.of(LOCAL), "--distlock.node-name=h\nFORGED\u001b[31m")) {
			HeldLock held = node.locks().acquire(this.key);
			assertThat(node.http().delete("locks?key=" + this.key).status()).isEqualTo(200);
			assertThat(held.release()).isFalse();
			assertThat(output).contains("(holder h\\nFORGED\\u001b[31m, last token");
		}
	}

	@Test
	void listenerThatFailsIsToldInTheAnswer() {
		try (EndpointNode node = EndpointNode.unrestricted(FailingListener.class, LOCAL)) {
			HeldLock held = node.locks().acquire(this.key);
			Answer answer = node.http().delete("locks?key=" + this.key);
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("error")).contains("no guard today");
			assertThat(node.audited()).hasSize(1);
			assertThat(held.release()).isFalse();
		}
	}

	@Test
	void failingAuditDoesNotMakeTheAnswerUntrue(CapturedOutput output) {
		try (EndpointNode node = EndpointNode.unrestricted(FailingAudit.class, LOCAL)) {
			HeldLock held = node.locks().acquire(this.key);
			Answer answer = node.http().delete("locks?key=" + this.key);
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("outcome")).isEqualTo("RELEASED");
			assertThat(held.release()).isFalse();
			assertThat(node.http().delete("locks?key=" + this.key).status()).isEqualTo(404);
			assertThat(output).contains("audit event DISTLOCK_FORCE_RELEASE").contains("no auditor today");
		}
	}

	@Test
	void storeThatIsAwayIsToldInItsPlace() {
		try (RedisServer server = new RedisServer().start(); EndpointNode node = unrestricted(redis(server))) {
			node.locks().acquire(this.key).close();
			server.kill();
			Answer answer = node.http().get("locks");
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("providers.distlockProvider.cluster.error")).contains("LockStoreException");
			assertThat(answer.<Map<String, Object>>at("providers.distlockProvider.cluster")).containsOnlyKeys("error");
			Answer refused = node.http().delete("locks?key=" + this.key);
			assertThat(refused.status()).isEqualTo(503);
			assertThat(refused.<String>at("outcome")).isEqualTo("FAILED");
			assertThat(node.audited()).hasSize(1);
			assertThat(node.released()).isEmpty();
		}
	}

	@Tag("timing")
	@Test
	@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
	void storeThatNeverAnswersIsReportedWithinTheLease() {
		try (H2Server server = new H2Server()) {
			server.start();
			try (EndpointNode node = EndpointNode.unrestricted(EndpointNode.NoBeans.class, "--distlock.provider=jdbc",
					"--distlock.jdbc.initialize-schema=always", "--distlock.lease-time=2s",
					"--spring.datasource.username=" + server.user(),
					"--spring.datasource.url=" + server.newDatabase())) {
				node.locks().acquire(this.key).close();
				server.freeze();
				try {
					assertThat(node.http().get("locks").<String>at("providers.distlockProvider.cluster.error"))
						.contains("did not answer within 2000 ms");
					assertThat(node.http().delete("locks?key=" + this.key).<String>at("error"))
						.contains("has not answered a previous request");
				}
				finally {
					server.thaw();
				}
				Awaitility.await()
					.untilAsserted(() -> assertThat(node.http()
						.get("locks?prefix=orders")
						.<List<Object>>at("providers.distlockProvider.cluster.locks")).isEmpty());
			}
		}
	}

	@Test
	void locksAreToldAndEndedOverJmxAsWell() throws Exception {
		try (EndpointNode node = EndpointNode.unrestricted(EndpointNode.NoBeans.class, "--distlock.provider=local",
				"--spring.jmx.enabled=true", "--management.endpoints.jmx.exposure.include=locks");
				HeldLock held = node.locks().acquire(this.key)) {
			MBeanServer server = node.context().getBean(MBeanServer.class);
			ObjectName name = new ObjectName("org.springframework.boot:type=Endpoint,name=Locks");
			Object told = server.invoke(name, "locks", new Object[] { null, null, null, null }, new String[] {
					Integer.class.getName(), String.class.getName(), String.class.getName(), String.class.getName() });
			assertThat(told).asString().contains(this.key).contains("fencingToken");
			Object ended = server.invoke(name, "forceRelease", new Object[] { null, this.key, null, null, null },
					new String[] { SecurityContext.class.getName(), String.class.getName(), LockMode.class.getName(),
							String.class.getName(), Boolean.class.getName() });
			assertThat(ended).asString().contains("RELEASED");
			assertThat(held.release()).isFalse();
			assertThat(node.audited()).singleElement().satisfies((event) -> assertThat(event.getPrincipal()).isEmpty());
		}
	}

	@Test
	void onlyProvidersThatWereUsedAreShownAndNoOtherIsCreated() {
		try (EndpointNode node = EndpointNode.unrestricted(TwoProviders.class)) {
			Answer idle = node.http().get("locks");
			assertThat(idle.status()).isEqualTo(200);
			assertThat(idle.<Map<String, Object>>at("providers")).containsOnlyKeys("own");
			assertThat(node.context().getBeanFactory().containsSingleton("spare")).isFalse();
			assertThat(node.http().delete("locks?key=a").<String>at("provider")).isEqualTo("own");
			assertThat(node.context().getBeanFactory().containsSingleton("spare")).isFalse();
			Answer named = node.http().delete("locks?key=a&provider=spare");
			assertThat(named.status()).isEqualTo(404);
		}
	}

	private static EndpointNode readOnly(List<String> store, String... more) {
		return EndpointNode.readOnly(EndpointNode.NoBeans.class, arguments(store, more));
	}

	private static EndpointNode unrestricted(List<String> store, String... more) {
		return EndpointNode.unrestricted(EndpointNode.NoBeans.class, arguments(store, more));
	}

	private static String[] arguments(List<String> store, String... more) {
		return Stream.concat(store.stream(), Stream.of(more)).toArray(String[]::new);
	}

	private static String provider(Answer answer, EndpointNode node) {
		return node.http().get("locks").at("providers." + answer.<String>at("provider") + ".provider");
	}

	private static Map<String, Object> stored(Answer answer, String key) {
		List<Map<String, Object>> locks = answer.at("providers.distlockProvider.cluster.locks");
		return locks.stream().filter((lock) -> key.equals(lock.get("key"))).findFirst().orElseThrow();
	}

	static class LongJob {

		final CountDownLatch end = new CountDownLatch(1);

		@ClusterScheduled(name = "long", fixedRate = "1h")
		void takesLong() throws InterruptedException {
			this.end.await();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoProviders {

		@Bean
		@Primary
		LocalLockProvider own() {
			return new LocalLockProvider();
		}

		@Bean
		@Lazy
		LocalLockProvider spare() {
			return new LocalLockProvider();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FailingAudit {

		@EventListener
		void audited(AuditApplicationEvent event) {
			throw new IllegalArgumentException("no auditor today");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FailingListener {

		@EventListener
		void released(LockForceReleasedEvent event) {
			throw new IllegalStateException("no guard today");
		}

	}

}
