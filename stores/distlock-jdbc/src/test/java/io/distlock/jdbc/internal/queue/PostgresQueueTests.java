// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.LockStatements.End;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.YieldResult;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who is woken on PostgreSQL, and when.
 */
@Tag("timing")
class PostgresQueueTests {

	private static final LockKey KEY = new LockKey("app", "queue");

	private static final String ENCODED = LockSql.key(KEY);

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final DataSource database = PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase());

	private final JdbcTemplate jdbc = new JdbcTemplate(this.database);

	private int owners;

	@BeforeEach
	void create() {
		new JdbcLockSchema(this.database, "DISTLOCK_").create();
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable each : this.opened) {
			each.close();
		}
	}

	@Test
	void firstTryTakesNoPlaceAndTheSecondDoes() throws Exception {
		Lease held = hold();
		JdbcLockProvider waiting = provider();
		try (Contender contender = waiting.contend(claim(), () -> {
		})) {
			contender.attempt(owner());
			assertThat(waiters()).isZero();
			Awaitility.await().until(() -> {
				contender.attempt(owner());
				return waiters() == 1;
			});
			assertThat(holder().heldLocks(1).get(0).awaited()).isTrue();
			assertThat(holder().yieldOrRenew(held, held.lastToken(), claim())).isInstanceOf(YieldResult.Yielded.class);
		}
	}

	@Test
	void eachNodeLearnsItsPlace() throws Exception {
		Lease held = hold();
		QueueNode one = enter("one");
		QueueNode two = enter("two");
		QueueNode three = node("three");
		assertThat(one.standInLine().line().waiting()).isEqualTo(1);
		assertThat(two.standInLine().line().waiting()).isEqualTo(2);
		assertThat(three.standInLine().line().waiting()).isEqualTo(3);
		assertThat(three.standInLine().line().waiting()).isEqualTo(3);
		holder().release(held.key(), held.owner());
		assertThat(one.acquire()).isPresent();
		assertThat(three.standInLine().line().waiting()).isEqualTo(2);
	}

	@Test
	void headAloneIsToldAndTheOthersKeepTheirPlaces() throws Exception {
		Lease held = hold();
		QueueNode one = enter("one");
		QueueNode two = enter("two");
		QueueNode three = enter("three");
		two.standInLine();
		assertThat(this.jdbc.queryForObject("select cast(waiters as text) from DISTLOCK_LOCK", String.class))
			.isEqualTo("{%d,%d,%d}".formatted(one.id(), two.id(), three.id()));
		holder().release(held.key(), held.owner());
		assertThat(one.heard()).isEqualTo(held.lastToken() + " " + ENCODED);
		assertThat(one.acquire()).isPresent();
		assertThat(two.heardByChance()).isNull();
		assertThat(three.heardByChance()).isNull();
		assertThat(waiters()).isEqualTo(2);
	}

	@Test
	void nodesAreServedInTheOrderInWhichTheyHaveCome() throws Exception {
		Lease held = hold();
		List<QueueNode> nodes = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			nodes.add(enter("n" + i));
		}
		holder().release(held.key(), held.owner());
		long before = held.lastToken();
		for (QueueNode node : nodes) {
			assertThat(node.heard()).isEqualTo(before + " " + ENCODED);
			long token = node.acquire().orElseThrow();
			assertThat(token).isGreaterThan(before);
			before = token;
			assertThat(node.release().isDone()).isTrue();
		}
		assertThat(waiters()).isZero();
	}

	@Test
	void lockIsKeptForTheWokenNodeForAMoment() throws Exception {
		hold();
		QueueNode one = enter("one");
		QueueNode two = enter("two");
		QueueNode releasing = node("releasing");
		this.jdbc.update("update DISTLOCK_LOCK set owner = 'releasing'");
		assertThat(releasing.release().wokenUnder()).isPositive();
		this.jdbc.update("update DISTLOCK_LOCK set kept_until = kept_until + 5000000");
		assertThat(two.acquire()).isEmpty();
		assertThat(attempt(provider())).isInstanceOf(Attempt.Busy.class);
		assertThat(two.standInLine().remaining()).isPositive();
		assertThat(one.acquire()).isPresent();
		assertThat(one.release().wokenUnder()).isPositive();
	}

	@Test
	void lockThatTheWokenNodeDoesNotTakeIsFreeForAll() throws Exception {
		Lease held = hold();
		enter("silent");
		holder().release(held.key(), held.owner());
		JdbcLockProvider other = provider();
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> attempt(other) instanceof Attempt.Granted);
	}

	@Test
	void wokenNodeThatComesTooLateIsNextAgain() throws Exception {
		Lease held = hold();
		QueueNode late = enter("late");
		QueueNode two = enter("two");
		holder().release(held.key(), held.owner());
		this.jdbc.update("update DISTLOCK_LOCK set kept_until = 0");
		Attempt.Granted ahead = (Attempt.Granted) attempt(holder());
		assertThat(late.acquire()).isEmpty();
		late.standInLine();
		holder().release(ahead.lease().key(), ahead.lease().owner());
		assertThat(late.heard()).contains("" + held.lastToken());
		assertThat(late.heard()).contains("" + ahead.lease().lastToken());
		assertThat(late.acquire()).isPresent();
		assertThat(two.heardByChance()).isNull();
	}

	@Test
	void nodeThatFindsTheLockFreeByItselfLeavesTheQueue() throws Exception {
		hold();
		QueueNode one = enter("one");
		QueueNode two = enter("two");
		this.jdbc.update("update DISTLOCK_LOCK set expires_at = 1");
		assertThat(one.acquire()).isPresent();
		assertThat(waiters()).isEqualTo(1);
		End end = one.release();
		assertThat(two.heard()).isEqualTo(end.wokenUnder() + " " + ENCODED);
	}

	@Test
	void lockThatIsAwaitedByNoneIsNotKept() throws Exception {
		Lease held = hold();
		QueueNode one = enter("one");
		holder().release(held.key(), held.owner());
		assertThat(one.acquire()).isPresent();
		assertThat(holder().heldLocks(1).get(0).awaited()).isFalse();
		assertThat(one.release()).isEqualTo(End.DONE);
		assertThat(one.acquire()).isPresent();
	}

	@Test
	void releaserWakesTheNextWhereTheWokenNodeDoesNotCome() throws Exception {
		Lease held = hold();
		QueueNode silent = enter("silent");
		QueueNode next = enter("next");
		long start = System.nanoTime();
		holder().release(held.key(), held.owner());
		assertThat(silent.heard()).isNotNull();
		assertThat(next.heard()).isEqualTo(held.lastToken() + " " + ENCODED);
		System.out.printf("Past one silent node: %d ms%n", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
		assertThat(next.acquire()).isPresent();
	}

	/**
	 * The sessions of dead nodes end, so all of them cost one look.
	 */
	@Test
	void twentyDeadHeadsCostOneLook() throws Exception {
		Lease held = hold();
		for (int i = 0; i < 20; i++) {
			enter("dead" + i).close();
		}
		QueueNode alive = enter("alive");
		Awaitility.await().until(() -> waitingSessions() == 1);
		long start = System.nanoTime();
		holder().release(held.key(), held.owner());
		assertThat(alive.heard()).isEqualTo(held.lastToken() + " " + ENCODED);
		long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
		System.out.printf("Past 20 dead nodes: %d ms%n", millis);
		assertThat(millis).isLessThan(1000);
		assertThat(waiters()).isZero();
	}

	@Test
	void nodeThatDoesNotWaitAnyMorePassesItsTurnOn() throws Exception {
		Lease held = hold();
		JdbcLockProvider gaveUp = provider();
		untilInLine(gaveUp, () -> {
		}).close();
		QueueNode next = enter("next");
		this.jdbc.update("update DISTLOCK_LOCK set token = ?", held.lastToken() + 5);
		QueueNode releasing = node("releasing");
		this.jdbc.update("update DISTLOCK_LOCK set owner = 'releasing'");
		End end = releasing.release();
		assertThat(next.heard()).isEqualTo(end.wokenUnder() + " " + ENCODED);
	}

	@Test
	void nothingIsPassedOnOnceTheLockWasGranted() throws Exception {
		Lease held = hold();
		QueueNode one = enter("one");
		QueueNode two = enter("two");
		holder().release(held.key(), held.owner());
		assertThat(one.acquire()).isPresent();
		assertThat(two.heardByChance()).as("of the look after 100 ms").isNull();
		assertThat(two.heardByChance()).isNull();
		assertThat(waiters()).isEqualTo(1);
	}

	@Test
	void forcedReleaseWakesTheHead() throws Exception {
		Lease held = hold();
		QueueNode one = enter("one");
		assertThat(holder().forceRelease(KEY)).isPresent();
		assertThat(one.heard()).isEqualTo(held.lastToken() + " " + ENCODED);
		assertThat(one.acquire()).isPresent();
	}

	@Test
	void waiterOfAnotherProviderIsWokenInTurn() throws Exception {
		Lease held = hold();
		Semaphore woken = new Semaphore(0);
		Contender contender = untilInLine(provider(), woken::release);
		woken.drainPermits();
		holder().release(held.key(), held.owner());
		assertThat(woken.tryAcquire(900, TimeUnit.MILLISECONDS)).isTrue();
		assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Granted.class);
		contender.close();
	}

	/**
	 * A node that stands in line the moment that the lock is released is woken, or finds
	 * the lock free: never neither.
	 */
	@Test
	void noReleaseIsMissedByOneWhoJustCame() throws Exception {
		Lease first = hold();
		holder().release(first.key(), first.owner());
		for (int round = 0; round < 200; round++) {
			QueueNode holding = node("holding" + round);
			assertThat(holding.acquire()).isPresent();
			QueueNode coming = node("coming" + round);
			CompletableFuture<End> release = CompletableFuture.supplyAsync(() -> released(holding));
			boolean busy = !coming.standInLine().isFree();
			End end = release.get();
			if (busy) {
				assertThat(coming.heard()).as("round %d", round).isEqualTo(end.wokenUnder() + " " + ENCODED);
			}
			assertThat(coming.acquire()).isPresent();
			coming.release();
			holding.close();
			coming.close();
		}
	}

	private static End released(QueueNode node) {
		try {
			return node.release();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Lease hold() {
		return ((Attempt.Granted) attempt(holder())).lease();
	}

	private JdbcLockProvider holder() {
		if (this.opened.isEmpty()) {
			provider();
		}
		return (JdbcLockProvider) this.opened.get(0);
	}

	private JdbcLockProvider provider() {
		JdbcLockProvider provider = new JdbcLockProvider(this.database, JdbcLockSettings.defaults());
		this.opened.add(provider);
		return provider;
	}

	private QueueNode node(String owner) throws SQLException {
		QueueNode node = new QueueNode(this.database, KEY, owner);
		this.opened.add(node);
		return node;
	}

	private QueueNode enter(String owner) throws SQLException {
		QueueNode node = node(owner);
		assertThat(node.acquire()).isEmpty();
		assertThat(node.standInLine().isFree()).isFalse();
		return node;
	}

	private Contender untilInLine(JdbcLockProvider provider, Runnable wakeUp) {
		int before = waiters();
		Contender contender = provider.contend(claim(), wakeUp);
		Awaitility.await().until(() -> {
			contender.attempt(owner());
			return waiters() > before;
		});
		return contender;
	}

	private Attempt attempt(JdbcLockProvider provider) {
		try (Contender contender = provider.contend(claim(), () -> {
		})) {
			return contender.attempt(owner());
		}
	}

	private LockClaim claim() {
		return LockClaim.of(KEY, LEASE, 1, "node");
	}

	private LockOwner owner() {
		return new LockOwner("test:" + this.owners++);
	}

	private int waiters() {
		return this.jdbc.queryForObject("select coalesce(cardinality(waiters), 0) from DISTLOCK_LOCK", Integer.class);
	}

	private int waitingSessions() {
		return this.jdbc.queryForObject("""
				select count(*) from pg_stat_activity
				where pid = any((select waiters from DISTLOCK_LOCK)::integer[])""", Integer.class);
	}

}
