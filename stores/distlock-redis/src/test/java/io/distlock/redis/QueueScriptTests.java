// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.ArrayList;
import java.util.List;

import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the scripts decide where nodes wait for a lock.
 */
@Tag("timing")
class QueueScriptTests {

	private final List<RedisConsole> listeners = new ArrayList<>();

	private ScriptConsole lock = new ScriptConsole(false);

	@AfterEach
	void disconnect() {
		this.listeners.forEach(RedisConsole::close);
		this.lock.close();
	}

	@Test
	void firstTryTakesNoPlace() {
		hold("a");
		this.lock.acquire("b", 1);
		assertThat(this.lock.record()).contains(" a - ");
		assertThat(length()).isZero();
	}

	@Test
	void nodesStandInTheOrderOfTheirTickets() {
		hold("a");
		long first = ticket(this.lock.await("b", "pone", 0), 0);
		long second = ticket(this.lock.await("c", "ptwo", 0), 1);
		assertThat(second).isGreaterThanOrEqualTo(first);
		assertThat(ticket(this.lock.await("d", "pthree", first - 1), 0)).isEqualTo(first - 1);
		assertThat(ticket(this.lock.await("b2", "pone", first), 1)).isEqualTo(first);
		assertThat(length()).isEqualTo(3);
		assertThat((long) this.lock.send("PTTL", this.lock.keys.queue())).isPositive();
	}

	@Test
	void nodeThatHearsNothingTakesNoPlaceButIsSeenByTheHolder() {
		long last = hold("a");
		assertThat(this.lock.await("b", "-", 0)).hasSize(2);
		assertThat(length()).isZero();
		assertThat(RecordedLocks.isMarked(this.lock.record())).isTrue();
		assertThat(this.lock.yieldOrRenew("a", last, last, 1)).containsExactly(2L, 0L);
		LockScriptTests.granted(this.lock.await("b2", "-", 0));
		assertThat(RecordedLocks.isMarked(this.lock.record())).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void headAloneIsTold(Leaving leaving) {
		long last = hold("a");
		RedisConsole one = enter("b", "one");
		RedisConsole two = enter("c", "two");
		assertThat(leaving.leave(this.lock, "a", last)).isEqualTo(last + leaving.burnt());
		assertThat(heard(one)).isEqualTo(this.lock.keys.lock() + " " + (last + leaving.burnt()));
		assertThat(heard(two)).isNull();
		assertThat(length()).isEqualTo(1);
		long next = LockScriptTests.granted(this.lock.await("b2", "p" + channel("one"), 0));
		assertThat(next).isGreaterThan(last);
		assertThat(RecordedLocks.isMarked(this.lock.record())).as("another node waits").isTrue();
		this.lock.release("b2", 0);
		assertThat(heard(two)).isEqualTo(this.lock.keys.lock() + " " + next);
		assertThat(this.lock.record()).matches("\\d+ \\d+ =b2");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 20, 101, 500 })
	void headsThatAreGoneArePassedOverAtOnce(int dead) {
		long last = hold("a");
		for (int i = 0; i < dead; i++) {
			this.lock.await("dead-" + i, "p" + channel("dead-" + i), 0);
		}
		RedisConsole alive = enter("b", "alive");
		assertThat(this.lock.release("a", last)).containsExactly(last);
		assertThat(heard(alive)).isNotNull();
		assertThat(length()).isZero();
	}

	@Test
	void nodeThatDoesNotComeIsPassedOverWhenTheReleaserLooksAgain() {
		long last = hold("a");
		RedisConsole silent = enter("b", "silent");
		RedisConsole next = enter("c", "next");
		this.lock.release("a", last);
		assertThat(heard(silent)).isNotNull();
		assertThat(this.lock.pass(last)).containsExactly(last);
		assertThat(heard(next)).isNotNull();
		assertThat(this.lock.pass(last)).containsExactly(0L);
	}

	@Test
	void nothingIsPassedOnOnceTheLockWasGranted() {
		long last = hold("a");
		enter("b", "one");
		RedisConsole two = enter("c", "two");
		this.lock.release("a", last);
		long next = LockScriptTests.granted(this.lock.await("b2", "p" + channel("one"), 0));
		assertThat(this.lock.pass(last)).containsExactly(0L);
		this.lock.yieldOrRenew("b2", next, next, 1);
		assertThat(this.lock.pass(last)).containsExactly(0L);
		assertThat(heard(two)).isNotNull();
	}

	@Test
	void wokenNodeThatOthersGotAheadOfComesNext() {
		long last = hold("a");
		RedisConsole one = enter("b", "one");
		long ticket = ticket(this.lock.await("b2", "p" + channel("one"), 0), 0);
		enter("c", "two");
		this.lock.release("a", last);
		assertThat(heard(one)).isNotNull();
		hold("quick");
		assertThat(ticket(this.lock.await("b3", "p" + channel("one"), ticket), 0)).isEqualTo(ticket);
		this.lock.release("quick", 0);
		assertThat(heard(one)).isNotNull();
	}

	@Test
	void lockIsKeptForTheWokenNodeWhereTheOrderCounts() {
		this.lock.close();
		this.lock = new ScriptConsole(true);
		long last = hold("a");
		enter("b", "one");
		enter("c", "two");
		this.lock.release("a", last);
		List<Object> refused = this.lock.acquire("quick", 1);
		assertThat(refused.get(0)).isEqualTo(0L);
		assertThat((long) refused.get(1)).isBetween(1L, 50L);
		LockScriptTests.granted(this.lock.await("b2", "p" + channel("one"), 0));
		this.lock.release("b2", 0);
		Awaitility.await().until(() -> (long) this.lock.acquire("quick", 1).get(0) > 2);
	}

	@Test
	void attemptThatIsWithdrawnLeavesTheLockToTheWokenNode() {
		this.lock.close();
		this.lock = new ScriptConsole(true);
		long last = hold("a");
		enter("b", "one");
		this.lock.release("a", last);
		this.lock.release("late", 0);
		assertThat(this.lock.acquire("quick", 1).get(0)).isEqualTo(0L);
		assertThat(this.lock.acquire("late", 1)).containsExactly(2L);
		LockScriptTests.granted(this.lock.await("b2", "p" + channel("one"), 0));
	}

	@Test
	void secondYieldHasTheAnswerOfTheFirst() {
		long last = hold("a");
		enter("b", "one");
		assertThat(this.lock.yieldOrRenew("a", last, last, 1)).containsExactly(2L, last);
		assertThat(this.lock.yieldOrRenew("a", last, last, 1)).containsExactly(2L, 0L);
		LockScriptTests.granted(this.lock.await("b2", "p" + channel("one"), 0));
		assertThat(this.lock.yieldOrRenew("a", last, last, 1)).containsExactly(2L, 0L);
		assertThat(this.lock.renew("b2")).isEmpty();
		assertThat(this.lock.renew("a")).containsExactly(0L);
	}

	private long hold(String owner) {
		return LockScriptTests.granted(this.lock.acquire(owner, 1));
	}

	private RedisConsole enter(String owner, String node) {
		RedisConsole listener = RedisServer.shared().console();
		this.listeners.add(listener);
		listener.send("SUBSCRIBE", channel(node));
		assertThat(this.lock.await(owner, "p" + channel(node), 0)).hasSize(4);
		return listener;
	}

	private String channel(String node) {
		return "distlock:node:" + node + ":" + this.lock.key.name();
	}

	private long length() {
		return (long) this.lock.send("ZCARD", this.lock.keys.queue());
	}

	private static long ticket(List<Object> reply, long before) {
		assertThat(reply).hasSize(4).startsWith(0L).endsWith(before);
		return (long) reply.get(2);
	}

	/**
	 * Return the message that has come, or {@code null}.
	 */
	private static Object heard(RedisConsole listener) {
		List<?> answer = (List<?>) listener.send("PING");
		if (!answer.get(0).equals("message")) {
			return null;
		}
		listener.receive();
		return answer.get(2);
	}

	/**
	 * How a lock becomes free.
	 */
	enum Leaving {

		RELEASE {

			@Override
			Object leave(ScriptConsole lock, String owner, long last) {
				return lock.release(owner, last).get(0);
			}

		},

		YIELD {

			@Override
			Object leave(ScriptConsole lock, String owner, long last) {
				return lock.yieldOrRenew(owner, last, last, 1).get(1);
			}

		},

		FORCED_RELEASE {

			@Override
			Object leave(ScriptConsole lock, String owner, long last) {
				return lock.forceRelease().get(3);
			}

			@Override
			long burnt() {
				return 1;
			}

		};

		abstract Object leave(ScriptConsole lock, String owner, long last);

		/**
		 * Return how many tokens it costs.
		 */
		long burnt() {
			return 0;
		}

	}

}
