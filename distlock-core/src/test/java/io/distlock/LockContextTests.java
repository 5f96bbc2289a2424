// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import com.sun.management.ThreadMXBean;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LockContextTests {

	private static final int MANY = 20_000;

	@BeforeEach
	@AfterEach
	void release() {
		LockContext.all().forEach(HeldLock::close);
	}

	@Test
	void threadThatTakesTheNextLockBeforeItReleasesTheLastCollectsNothing() throws Exception {
		LeaseSettings settings = LeaseSettings.of("context", "node")
			.withWaitTime(Duration.ZERO)
			.withHandOff(0, Duration.ZERO);
		try (LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(), settings, (event) -> {
		})) {
			LockTemplate template = new LockTemplate(engine);
			HeldLock last = template.acquire("key-0");
			for (int i = 1; i <= 50; i++) {
				HeldLock next = template.acquire("key-" + i);
				last.close();
				last = next;
			}
			assertThat(depth()).isLessThanOrEqualTo(2);
			assertThat(LockContext.all()).containsExactly(last);
			last.close();
			assertThat(LockContext.current()).isEmpty();
		}
	}

	@Test
	void threadWithManyLocksSpendsLittleOfItsTimeOnLookingForLostOnes() {
		AtomicInteger looks = new AtomicInteger();
		List<LockContext.Binding> bindings = new ArrayList<>();
		long start = System.nanoTime();
		try {
			for (int i = 0; i < MANY; i++) {
				LockContext.purgeLost();
				HeldLock lock = new CountingLock(looks);
				bindings.add(LockContext.bind(lock, OnLost.IGNORE));
				LockContext.open(lock);
			}
			long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
			assertThat(looks).hasValueLessThanOrEqualTo((int) micros + MANY);
			assertThat(LockContext.all()).hasSize(MANY);
		}
		finally {
			bindings.forEach(LockContext.Binding::close);
		}
		assertThat(LockContext.current()).isEmpty();
	}

	@Test
	void threadWithManyLocksLooksThroughThemForNoClassThatIsNotThere() throws Exception {
		List<LockContext.Binding> bindings = new ArrayList<>();
		try {
			for (int i = 0; i < MANY; i++) {
				bindings.add(LockContext.bind(new CountingLock(new AtomicInteger()), OnLost.IGNORE));
			}
			assertThat(LockContext.all(OtherLock.class)).isEmpty();
			long before = allocated();
			LockContext.all(OtherLock.class);
			assertThat(allocated() - before).as("bytes for the look").isLessThan(MANY);
			OtherLock other = new OtherLock();
			LockContext.Binding binding = LockContext.bind(other, OnLost.IGNORE);
			LockContext.bind(new CountingLock(new AtomicInteger()), OnLost.IGNORE).close();
			assertThat(LockContext.all(OtherLock.class)).containsExactly(other);
			LockContext.Binding again = LockContext.bind(other, OnLost.IGNORE);
			bindings.add(LockContext.bind(new CountingLock(new AtomicInteger()), OnLost.IGNORE));
			Thread thread = new Thread(binding::close);
			thread.start();
			thread.join();
			assertThat(LockContext.all(OtherLock.class)).containsExactly(other);
			again.close();
			assertThat(LockContext.all(OtherLock.class)).isEmpty();
			assertThat(LockContext.all(CountingLock.class)).hasSize(MANY + 1);
		}
		finally {
			bindings.forEach(LockContext.Binding::close);
		}
		assertThat(LockContext.current()).isEmpty();
		assertThat(depth()).isZero();
	}

	private static long allocated() {
		return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
	}

	@Test
	void locksAreReleasedInAnyOrderAndByAnyThread() throws Exception {
		List<LockContext.Binding> bindings = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			bindings.add(LockContext.bind(new CountingLock(new AtomicInteger()), OnLost.IGNORE));
		}
		List<HeldLock> locks = LockContext.all();
		bindings.get(2).close();
		Thread other = new Thread(bindings.get(3)::close);
		other.start();
		other.join();
		assertThat(LockContext.all()).containsExactly(locks.get(0), locks.get(3), locks.get(4));
		bindings.get(4).close();
		assertThat(LockContext.current()).containsSame(locks.get(3));
		bindings.get(0).close();
		bindings.get(0).close();
		bindings.get(1).close();
		assertThat(LockContext.current()).isEmpty();
		assertThat(depth()).isZero();
	}

	private static int depth() throws ReflectiveOperationException {
		Field chains = LockContext.class.getDeclaredField("contexts");
		chains.setAccessible(true);
		Object chain = ((ThreadLocal<?>) chains.get(null)).get();
		if (chain == null) {
			return 0;
		}
		Field innermost = chain.getClass().getDeclaredField("innermost");
		innermost.setAccessible(true);
		Field outer = LockContext.Binding.class.getDeclaredField("outer");
		outer.setAccessible(true);
		int depth = 0;
		for (Object binding = innermost.get(chain); binding != null; binding = outer.get(binding)) {
			depth++;
		}
		return depth;
	}

	/**
	 * A lock of another class.
	 */
	private static final class OtherLock extends DelegatingHeldLock {

		OtherLock() {
			super(new CountingLock(new AtomicInteger()));
		}

	}

	/**
	 * Counts how often it is asked whether it is held.
	 */
	private record CountingLock(AtomicInteger looks) implements HeldLock {

		@Override
		public String key() {
			return "key";
		}

		@Override
		public long fencingToken() {
			return 1;
		}

		@Override
		public boolean isHeld() {
			this.looks.incrementAndGet();
			return true;
		}

		@Override
		public void assertHeld() {
		}

		@Override
		public Duration remainingLease() {
			return Duration.ofSeconds(1);
		}

		@Override
		public void onLost(Consumer<LockLostException> callback) {
		}

		@Override
		public boolean release() {
			return true;
		}

		@Override
		public void close() {
		}

	}

}
