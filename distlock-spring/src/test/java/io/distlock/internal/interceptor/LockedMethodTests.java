// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.LockedMethod;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.IllegalLockConditionException;
import io.distlock.annotation.OnBusy;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Tag("timing")
class LockedMethodTests {

	private AnnotationConfigApplicationContext context;

	private Orders orders;

	private LockTemplate template;

	private TestLocks.Store store;

	@BeforeEach
	void start() {
		this.context = TestLocks.context(Map.of("shop.orders", "orders"), (context) -> {
		}, Orders.class, KeyMaker.class);
		this.orders = this.context.getBean(Orders.class);
		this.template = this.context.getBean(LockTemplate.class);
		this.store = this.context.getBean(TestLocks.Store.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void methodRunsWhileTheLockIsHeld() {
		assertThat(this.orders.pay(42L)).isEqualTo("orders:42");
		assertThat(this.store.asked).containsExactly("orders:42");
		assertThat(this.store.isFree("orders:42")).isTrue();
		assertThat(LockContext.current()).isEmpty();
	}

	@Test
	void annotatedMethodAndTemplateLockTheSameThing() throws Exception {
		try (HeldLock lock = this.template.acquire("orders:42")) {
			assertThat(lock.isHeld()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> onOtherThread(() -> this.orders.payAtOnce(42L)))
				.withMessageContaining("orders:42");
		}
	}

	@Test
	void callsWithOtherKeysDoNotWait() throws Exception {
		try (HeldLock lock = this.template.acquire("orders:42")) {
			assertThat(onOtherThread(() -> this.orders.payAtOnce(43L))).isEqualTo("orders:43");
		}
	}

	@Test
	void sameThreadEntersAgainInAnotherBeanWithoutARoundTrip() {
		long token = this.template.<Long, RuntimeException>execute("orders:42", (lock) -> {
			assertThat(this.orders.token(42L)).isEqualTo(lock.fencingToken());
			assertThat(lock.isHeld()).isTrue();
			return lock.fencingToken();
		});
		assertThat(token).isPositive();
		assertThat(this.store.asked).containsExactly("orders:42");
	}

	@Test
	void argumentThatTheMethodChangesReleasesTheLockThatWasAcquired() {
		List<String> ids = new ArrayList<>(List.of("a", "b"));
		this.orders.changeArgument(ids);
		assertThat(ids).isEmpty();
		assertThat(this.store.released).containsExactlyInAnyOrder("all:a", "all:b");
		assertThat(this.store.isFree("all:a")).isTrue();
	}

	@Test
	void keyIsEvaluatedOncePerCall() {
		KeyMaker keys = this.context.getBean(KeyMaker.class);
		this.orders.keyOfBean(7);
		assertThat(keys.calls()).isEqualTo(1);
		assertThat(this.store.asked).containsExactly("bean:made-7");
	}

	@Test
	void expressionsSeeParametersByNameByPositionAndTheCall() {
		this.orders.byPosition("x", "y");
		this.orders.byRoot("z");
		this.orders.byProperty(new Order("o-1"));
		assertThat(this.store.asked).containsExactly("position:x-y",
				"root:z-byRoot-Orders-" + Orders.class.getSimpleName(), "property:o-1");
	}

	@Test
	void compiledExpressionThatMeetsAnotherTypeIsInterpretedAgain() {
		IntStream.range(0, 300).forEach((i) -> this.orders.byLength("four"));
		this.orders.byLength(new StringBuilder("seventh"));
		IntStream.range(0, 300).forEach((i) -> this.orders.byLength(new StringBuilder("builder")));
		assertThat(this.store.asked).hasSize(601).containsOnly("any:4", "any:7");
	}

	@Test
	void valuesBecomeTextThatIsTheSameEverywhere() {
		UUID id = UUID.randomUUID();
		this.orders.byValue(id);
		this.orders.byValue(OnBusyName.FIRST);
		this.orders.byValue(Optional.of(5));
		this.orders.byValue(1.5);
		assertThat(this.store.asked).containsExactly("value:" + id, "value:FIRST", "value:5", "value:1.5");
	}

	@Test
	void arraysAndIterablesLockEveryElement() {
		this.orders.byValue(new int[] { 3, 1 });
		this.orders.byValue(new String[] { "b" });
		Iterable<String> iterable = List.of("x", "y")::iterator;
		this.orders.byValue(iterable);
		assertThat(this.store.asked).containsExactlyInAnyOrder("value:1", "value:3", "value:b", "value:x", "value:y");
	}

	@Test
	void keyWithoutAValueIsRefusedBeforeTheBody() {
		for (Object nothing : new Object[] { null, " ", List.of(), new int[0], Optional.empty(),
				Collections.singletonList(null) }) {
			assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> this.orders.byValue(nothing))
				.withMessageContaining("#value")
				.withMessageContaining("not called");
		}
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> this.orders.byProperty(null))
			.withMessageContaining("#order.id()");
		assertThat(this.orders.bodies()).isZero();
		assertThat(this.store.asked).isEmpty();
	}

	@Test
	void valueWithoutStableTextIsRefused() {
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> this.orders.byValue(new Object()))
			.withMessageContaining("java.lang.Object, which has no toString() of its own");
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> this.orders.byValue(new Timestamp(0)))
			.withMessageContaining("time zone");
		assertThatExceptionOfType(IllegalLockKeyException.class)
			.isThrownBy(() -> this.orders.byValue(List.of(List.of("a"))))
			.withMessageContaining("collection as an element");
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> this.orders.byValue(Stream.of("a")));
		for (Object hidden : new Object[] { Map.of("a", new Object()), new Blob(new byte[] { 1 }),
				Optional.of(Map.of(new Object(), "a")), new Wrapper(List.of(new Wrapper(new Object()))),
				new Opaque(new int[1]), new Opaque(new Object()), Map.of("when", new Timestamp(0)) }) {
			assertThatExceptionOfType(IllegalLockKeyException.class).as("%s", hidden)
				.isThrownBy(() -> this.orders.byValue(hidden))
				.withMessageContaining("name a property of it");
		}
		assertThat(this.orders.bodies()).isZero();
	}

	@Test
	void parameterThatIsNamedLikeAPositionIsMeantByItsName() {
		this.orders.transfer("first", "second");
		assertThat(this.store.asked).containsExactlyInAnyOrder("transfer:first", "transfer:second");
	}

	@Test
	void addressIsTheSameKeyWhetherOrNotItsNameIsKnown() throws Exception {
		this.orders.byValue(InetAddress.getByAddress("db1", new byte[] { 10, 0, 0, 1 }));
		this.orders.byValue(InetAddress.getByAddress(new byte[] { 10, 0, 0, 1 }));
		assertThat(this.store.asked).containsExactly("value:10.0.0.1", "value:10.0.0.1");
	}

	@Test
	void bytesAndCharactersAreOneKey() {
		this.orders.byValue(new byte[] { 1, (byte) 0xab });
		this.orders.byValue("k7".toCharArray());
		this.orders.byValue(List.of(new byte[] { 1 }, new byte[] { 2 }));
		assertThat(this.store.asked).containsExactly("value:01ab", "value:k7", "value:01", "value:02");
	}

	@Test
	void textThatOnlyLooksLikeAnIdentityIsAKey() {
		this.orders.byValue(new Opaque("joe.doe@cafe"));
		this.orders.byValue(new Blob(null));
		assertThat(this.store.asked).containsExactly("value:opaque joe.doe@cafe", "value:Blob[bytes=null]");
	}

	@Test
	void keyThatFailsIsToldWithTheMethod() {
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> this.orders.byBroken(new Order("1")))
			.withMessageContaining("LockedMethodTests$Orders.byBroken(Order)")
			.withMessageContaining("no total");
	}

	@Test
	void nameAndKeyOfDifferentMethodsNeverMix() {
		this.orders.colonInName("c");
		this.orders.colonInKey("b:c");
		assertThat(this.store.asked).containsExactly("a%3Ab%25:c", "a:b:c");
	}

	@Test
	void requestForNameAndValueExcludesTheMethod() throws Exception {
		try (HeldLock lock = this.template.acquire(LockRequest.of("a:b%", "c"))) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> onOtherThread(() -> this.orders.colonInName("c")));
			onOtherThread(() -> this.orders.colonInName("d"));
		}
		assertThat(this.store.asked).containsOnly("a%3Ab%25:c", "a%3Ab%25:d");
	}

	@Test
	void placeholderInAnArgumentIsNotResolved() {
		this.orders.byValue("${shop.orders} #{1+1}");
		assertThat(this.store.asked).containsExactly("value:${shop.orders} #{1+1}");
	}

	@Test
	void methodWithoutNameLocksItsOwn() {
		this.orders.unnamed();
		assertThat(this.store.asked).containsExactly(Orders.class.getName() + ".unnamed");
	}

	@Test
	void annotationOfTheApplicationOverridesAttributes() {
		this.orders.composed(5);
		assertThat(this.store.asked).containsExactly("composed:5");
	}

	@Test
	void conditionThatIsFalseRunsWithoutTheLock() {
		assertThat(this.orders.onlyLarge(1)).isFalse();
		assertThat(this.orders.onlyLarge(100)).isTrue();
		assertThat(this.store.asked).hasSize(1);
	}

	@Test
	void conditionThatCannotTellIsToldWithTheMethod() {
		for (Object condition : new Object[] { "maybe", new Order("1") }) {
			assertThatExceptionOfType(IllegalLockConditionException.class)
				.isThrownBy(() -> this.orders.oddCondition(condition))
				.withMessageContaining("LockedMethodTests$Orders.oddCondition(Object)")
				.withMessageContaining("was not called");
		}
		assertThat(this.orders.bodies()).isZero();
		assertThat(this.store.asked).isEmpty();
	}

	@Test
	void skipGivesTheEmptyValueOfEachType() throws Exception {
		try (HeldLock lock = this.template.acquire("skip")) {
			assertThat(onOtherThread(() -> {
				this.orders.skipVoid();
				return this.orders.skipOptional();
			})).isEmpty();
			assertThat(onOtherThread(() -> this.orders.skipOptionalInt())).isEmpty();
			assertThat(onOtherThread(() -> this.orders.skipReference())).isNull();
		}
		assertThat(this.orders.bodies()).isZero();
	}

	@Test
	void fallbackIsCalledWithArgumentsAndReason() throws Exception {
		try (HeldLock lock = this.template.acquire("fallback:9")) {
			assertThat(onOtherThread(() -> this.orders.withFallback(9))).isEqualTo("busy 9 fallback:9");
			assertThat(onOtherThread(() -> this.orders.withPlainFallback(9))).isEqualTo("plain 9");
			assertThatExceptionOfType(IOException.class)
				.isThrownBy(() -> onOtherThread(() -> this.orders.withFailingFallback(9)))
				.withMessage("fallback failed");
		}
	}

	@Test
	void lockExceptionOfANestedCallIsNotTakenForOurOwn() throws Exception {
		LockNotAcquiredException nested = new LockNotAcquiredException("nested", "nested is busy");
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.orders.withFallbackThrowing(nested))
			.isSameAs(nested);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.skipThrowing(nested))
			.isSameAs(nested);
	}

	@Test
	void exceptionsOfTheBodyPassAsTheyAre() {
		for (Exception failure : List.of(new InterruptedException("body"), new IOException("body"),
				new IllegalStateException("body"))) {
			assertThatExceptionOfType(failure.getClass()).isThrownBy(() -> this.orders.fail(failure)).isSameAs(failure);
		}
		assertThat(this.store.isFree(Orders.class.getName() + ".fail")).isTrue();
	}

	@Test
	void storeThatIsDownMeansAnExceptionAndNoBody() {
		this.store.down = true;
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> this.orders.pay(1L));
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> this.orders.skipVoid());
		assertThat(this.orders.bodies()).isZero();
	}

	@Test
	void releaseThatFailsDoesNotMaskTheResult() {
		assertThat(this.orders.breakStore(() -> this.store.down = true)).isEqualTo("done");
	}

	@Test
	void lossEndsTheCallUnlessItIsIgnored() {
		this.store.loses = true;
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.orders.loseAndFail());
		assertThat(this.orders.loseAndIgnore()).isEqualTo("ignored");
		IllegalStateException failure = new IllegalStateException("body");
		assertThatIllegalStateException().isThrownBy(() -> this.orders.loseAndThrow(failure)).isSameAs(failure);
		assertThat(failure.getSuppressed()).hasOnlyElementsOfType(LockLostException.class).hasSize(1);
	}

	@Test
	void lossInterruptsTheBodyIfItIsAskedTo() {
		this.store.loses = true;
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.orders.loseAndInterrupt());
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void settingsOfTheAnnotationReachTheRequest() {
		DistributedLockOperationSource source = this.context.getBean(DistributedLockOperationSource.class);
		Method method = ReflectionUtils.findMethod(Orders.class, "allSettings");
		DistributedLockOperation operation = source.find(method, Orders.class);
		LockRequest request = operation.targets().get(0).request();
		assertThat(request).isEqualTo(LockRequest.of("x")
			.key(request.name())
			.name(request.name())
			.waitTime(Duration.ofMillis(500))
			.leaseTime(Duration.ofMinutes(90))
			.maxHoldTime(Duration.ofHours(24))
			.autoRenew(false)
			.onLost(OnLost.INTERRUPT)
			.method(LockedMethod.of(method, Orders.class)));
		assertThat(operation.provider()).isEqualTo("other");
		assertThat(source.methodCount()).isGreaterThan(20);
	}

	private <T> T onOtherThread(Callable<T> call) throws Exception {
		CompletableFuture<T> result = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				result.complete(call.call());
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		});
		thread.start();
		try {
			return result.get(60, TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw (Exception) ex.getCause();
		}
	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "composed", waitTime = "0")
	@interface OrderLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String on();

	}

	enum OnBusyName {

		FIRST {

			@Override
			public String toString() {
				return "first";
			}

		}

	}

	public static class KeyMaker {

		int calls;

		int calls() {
			return this.calls;
		}

		public String make(int id) {
			this.calls++;
			return "made-" + id;
		}

	}

	record Order(String id) implements Supplier<Object> {

		@Override
		public Object get() {
			throw new IllegalStateException("no total");
		}

	}

	record Blob(byte[] bytes) {

	}

	record Wrapper(Object content) {

	}

	/**
	 * Shows what is in it without being a container.
	 */
	static class Opaque {

		private final Object content;

		Opaque(Object content) {
			this.content = content;
		}

		@Override
		public String toString() {
			return "opaque " + this.content;
		}

	}

	static class Orders {

		volatile int bodies;

		int bodies() {
			return this.bodies;
		}

		private String key() {
			return LockContext.current().map(HeldLock::key).orElse("none");
		}

		@DistributedLock(name = "${shop.orders}", key = "#id")
		String pay(Long id) {
			this.bodies++;
			return key();
		}

		@DistributedLock(name = "orders", key = "#id", waitTime = "0")
		String payAtOnce(Long id) {
			return key();
		}

		@DistributedLock(name = "orders", key = "#id")
		long token(Long id) {
			return LockContext.current().orElseThrow().fencingToken();
		}

		@DistributedLock(name = "all", key = "#ids")
		void changeArgument(List<String> ids) {
			ids.clear();
		}

		@DistributedLock(name = "bean", key = "@'lockedMethodTests.KeyMaker'.make(#p0)")
		void keyOfBean(int id) {
		}

		@DistributedLock(name = "position", key = "#p0 + '-' + #a1")
		void byPosition(String first, String second) {
		}

		@DistributedLock(name = "root",
				key = "#root.args[0] + '-' + #root.method.name + '-' + #root.target.class.simpleName + '-' + #root.targetClass.simpleName")
		void byRoot(String first) {
		}

		@DistributedLock(name = "property", key = "#order.id()")
		void byProperty(Order order) {
			this.bodies++;
		}

		@DistributedLock(name = "any", key = "#thing.length()")
		void byLength(Object thing) {
		}

		@DistributedLock(name = "transfer", key = "{#a1, #a2}")
		void transfer(String a1, String a2) {
		}

		@DistributedLock(name = "broken", key = "#order.get()")
		void byBroken(Order order) {
		}

		@DistributedLock(name = "value", key = "#value")
		void byValue(Object value) {
			this.bodies++;
		}

		@DistributedLock(name = "a:b%", key = "#key", waitTime = "0")
		String colonInName(String key) {
			return key;
		}

		@DistributedLock(name = "a", key = "#key")
		void colonInKey(String key) {
		}

		@DistributedLock
		void unnamed() {
		}

		@OrderLock(on = "#id")
		void composed(int id) {
		}

		@DistributedLock(condition = "#amount > 10")
		boolean onlyLarge(int amount) {
			return LockContext.current().isPresent();
		}

		@DistributedLock(condition = "#value instanceof T(String) ? #value : #value.broken()")
		void oddCondition(Object value) {
			this.bodies++;
		}

		@DistributedLock(name = "skip", waitTime = "0", onBusy = OnBusy.SKIP)
		void skipVoid() {
			this.bodies++;
		}

		@DistributedLock(name = "skip", waitTime = "0", onBusy = OnBusy.SKIP)
		Optional<String> skipOptional() {
			this.bodies++;
			return Optional.of("body");
		}

		@DistributedLock(name = "skip", waitTime = "0", onBusy = OnBusy.SKIP)
		OptionalInt skipOptionalInt() {
			this.bodies++;
			return OptionalInt.of(1);
		}

		@DistributedLock(name = "skip", waitTime = "0", onBusy = OnBusy.SKIP)
		@Nullable String skipReference() {
			this.bodies++;
			return "body";
		}

		@DistributedLock(name = "skip", onBusy = OnBusy.SKIP)
		void skipThrowing(RuntimeException failure) {
			throw failure;
		}

		@DistributedLock(name = "fallback", key = "#id", waitTime = "0", fallbackMethod = "busy")
		String withFallback(int id) {
			return "body";
		}

		private String busy(int id, LockNotAcquiredException reason) {
			return "busy " + id + " " + reason.getKey();
		}

		@DistributedLock(name = "fallback", key = "#id", waitTime = "0", fallbackMethod = "plain")
		String withPlainFallback(int id) {
			return "body";
		}

		String plain(int id) {
			return "plain " + id;
		}

		@DistributedLock(name = "fallback", key = "#id", waitTime = "0", fallbackMethod = "failing")
		String withFailingFallback(int id) throws IOException {
			return "body";
		}

		String failing(int id, Exception reason) throws IOException {
			throw new IOException("fallback failed");
		}

		@DistributedLock(fallbackMethod = "fallbackThrowing")
		void withFallbackThrowing(RuntimeException failure) {
			throw failure;
		}

		void fallbackThrowing(RuntimeException failure) {
			throw new AssertionError("must not be called");
		}

		@DistributedLock
		void fail(Exception failure) throws Exception {
			throw failure;
		}

		@DistributedLock
		String breakStore(Runnable breakIt) {
			breakIt.run();
			return "done";
		}

		@DistributedLock(leaseTime = "300ms")
		void loseAndFail() {
			TestLocks.awaitLoss(LockContext.current().orElseThrow());
		}

		@DistributedLock(leaseTime = "300ms")
		void loseAndThrow(RuntimeException failure) {
			TestLocks.awaitLoss(LockContext.current().orElseThrow());
			throw failure;
		}

		@DistributedLock(leaseTime = "300ms", onLost = OnLost.IGNORE)
		String loseAndIgnore() {
			TestLocks.awaitLoss(LockContext.current().orElseThrow());
			return "ignored";
		}

		@DistributedLock(leaseTime = "300ms", onLost = OnLost.INTERRUPT)
		void loseAndInterrupt() throws InterruptedException {
			new CountDownLatch(1).await(60, TimeUnit.SECONDS);
		}

		@DistributedLock(waitTime = "500ms", leaseTime = "1h30m", maxHoldTime = "PT24H", autoRenew = false,
				onLost = OnLost.INTERRUPT, provider = "other")
		void allSettings() {
		}

	}

}
