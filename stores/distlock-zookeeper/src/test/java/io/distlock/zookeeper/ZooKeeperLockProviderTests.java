// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.Renewed;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.testserver.zookeeper.ZooKeeperRelay;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryForever;
import org.apache.curator.test.WatchersDebug;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What only the ZooKeeper provider has: nodes, their order, rights, and lost answers.
 */
@Tag("timing")
class ZooKeeperLockProviderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration SESSION = Duration.ofSeconds(15);

	private final String server = ZooKeeperServers.shared().getConnectString();

	private final ZooKeeperRelay relay = new ZooKeeperRelay(ZooKeeperServers.shared().getPort());

	private final ZooKeeperStore store = new ZooKeeperStore(this.server, PATIENCE);

	private final List<ZooKeeperTestNode> nodes = new ArrayList<>();

	private final String key = "provider:" + UUID.randomUUID();

	private final LockKey lockKey = ZooKeeperTestNode.key(this.key);

	private final LockRequest request = LockRequest.of(this.key).waitTime(PATIENCE);

	@AfterEach
	void close() throws IOException {
		this.relay.heal();
		this.nodes.forEach(ZooKeeperTestNode::close);
		this.store.close();
		this.relay.close();
	}

	private ZooKeeperTestNode node(CuratorFramework client) {
		ZooKeeperTestNode node = new ZooKeeperTestNode(client);
		this.nodes.add(node);
		return node;
	}

	private ZooKeeperTestNode node() {
		return node(ZooKeeperTestNode.client(this.server, SESSION));
	}

	private ZooKeeperTestNode relayedNode() {
		return node(ZooKeeperTestNode.client(this.relay.connectString(), SESSION));
	}

	private CuratorFrameworkFactory.Builder clientBuilder() {
		return CuratorFrameworkFactory.builder()
			.connectString(this.server)
			.sessionTimeoutMs((int) SESSION.toMillis())
			.retryPolicy(new RetryForever(500));
	}

	@Test
	void uncontendedLockIsTwoRoundTrips() {
		ZooKeeperTestNode node = relayedNode();
		node.template.execute(this.request, HeldLock::fencingToken);
		this.relay.delayAnswers(Duration.ofMillis(4));
		int cycles = 50;
		int before = this.relay.roundTrips();
		int created = this.relay.requests(ZooKeeperRelay.CREATE);
		for (int i = 0; i < cycles; i++) {
			node.template.execute(this.request, HeldLock::fencingToken);
		}
		int afterContainerWasRemoved = this.relay.requests(ZooKeeperRelay.CREATE) - created - cycles;
		assertThat(afterContainerWasRemoved).isLessThan(cycles / 5);
		assertThat(this.relay.roundTrips() - before).isBetween(2 * cycles, 2 * cycles + afterContainerWasRemoved + 2);
	}

	@Test
	void answerThatIsLostLeavesNoNodeAndGrantsNothing() throws Exception {
		ZooKeeperTestNode node = relayedNode();
		node.template.execute(this.request, HeldLock::fencingToken);
		this.relay.loseAnswerTo(ZooKeeperRelay.CREATE);
		HeldLock held = node.template.acquire(this.request);
		assertThat(this.relay.hasLostAnswer()).isTrue();
		assertThat(held.isHeld()).isTrue();
		Awaitility.await().atMost(PATIENCE).until(() -> this.store.line(this.lockKey).size() == 1);
		assertThat(held.release()).isTrue();
		assertThat(this.store.line(this.lockKey)).isEmpty();
	}

	@Test
	void answerThatIsLostToOneWhoDoesNotWaitLeavesNoNode() {
		ZooKeeperTestNode node = relayedNode();
		node.template.execute(this.request, HeldLock::fencingToken);
		this.relay.loseAnswerTo(ZooKeeperRelay.CREATE);
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.tryAcquire(LockRequest.of(this.key).waitTime(Duration.ZERO)));
		Awaitility.await().atMost(PATIENCE).until(() -> this.store.line(this.lockKey).isEmpty());
	}

	@Test
	void waiterThatLosesItsConnectionKeepsItsPlace() throws Exception {
		HeldLock held = node().template.acquire(this.request);
		ZooKeeperTestNode first = relayedNode();
		CompletableFuture<HeldLock> next = first.engine.acquireAsync(this.request).toCompletableFuture();
		awaitLine(2);
		CompletableFuture<HeldLock> last = node().engine.acquireAsync(this.request).toCompletableFuture();
		awaitLine(3);
		List<String> line = this.store.line(this.lockKey);
		this.relay.cut();
		Awaitility.await().atMost(PATIENCE).until(() -> !first.zooKeeper().getState().isConnected());
		held.release();
		this.relay.heal();
		HeldLock second = next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(last).isNotDone();
		assertThat(line).containsAll(this.store.line(this.lockKey));
		second.release();
		assertThat(last).succeedsWithin(PATIENCE);
	}

	@Test
	void lockGoesRoundInTheOrderOfTheNodesAndEachReleaseFiresOneWatch() throws Exception {
		int number = 10;
		List<CompletableFuture<HeldLock>> waiting = new ArrayList<>();
		HeldLock held = node().template.acquire(this.request);
		for (int i = 0; i < number; i++) {
			waiting.add(relayedNode().engine.acquireAsync(this.request).toCompletableFuture());
			awaitLine(i + 2);
		}
		awaitWatches(number);
		HeldLock holder = held;
		for (int i = 0; i < number; i++) {
			int fired = this.relay.notifications();
			holder.release();
			HeldLock next = waiting.get(i).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			assertThat(waiting.subList(i + 1, number)).noneMatch(CompletableFuture::isDone);
			assertThat(next.fencingToken()).isGreaterThan(holder.fencingToken());
			assertThat(this.relay.notifications()).isEqualTo(fired + 1);
			holder = next;
		}
		assertThat(this.relay.notifications()).isEqualTo(number);
		holder.release();
	}

	@Test
	void fiftyWaitersOnFiveNodesWaitWithFiveWatchesOfWhichEachReleaseFiresOne() {
		HeldLock held = node().template.acquire(this.request);
		List<CompletableFuture<Boolean>> served = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			ZooKeeperTestNode node = new ZooKeeperTestNode(
					ZooKeeperTestNode.client(this.relay.connectString(), SESSION), PATIENCE);
			this.nodes.add(node);
			for (int waiter = 0; waiter < 10; waiter++) {
				served.add(node.engine.acquireAsync(this.request).toCompletableFuture().thenApply(HeldLock::release));
			}
		}
		awaitLine(6);
		awaitWatches(5);
		assertThat(this.relay.notifications()).isZero();
		held.release();
		served.forEach((each) -> assertThat(each).succeedsWithin(PATIENCE).isEqualTo(true));
		Awaitility.await().atMost(PATIENCE).until(() -> this.store.line(this.lockKey).isEmpty());
		assertThat(this.relay.requests(ZooKeeperRelay.DELETE)).isEqualTo(5);
		assertThat(this.relay.notifications()).isEqualTo(5);
	}

	@Test
	void waiterThatGivesUpLeavesNeitherNodeNorWatch() {
		HeldLock held = node().template.acquire(this.request);
		ZooKeeperTestNode node = relayedNode();
		assertThat(node.template.tryAcquire(LockRequest.of(this.key).waitTime(Duration.ZERO))).isEmpty();
		awaitLine(1);
		assertThat(node.template.tryAcquire(LockRequest.of(this.key).waitTime(Duration.ofMillis(300)))).isEmpty();
		awaitLine(1);
		Awaitility.await().atMost(PATIENCE).until(() -> watches() == 0);
		held.release();
		node.template.execute(this.request, HeldLock::fencingToken);
		assertThat(this.relay.notifications()).isZero();
	}

	@Test
	void nodeThatHasUsedUpItsTokensMakesWayForAnother() {
		ZooKeeperTestNode node = node();
		LockClaim claim = LockClaim.of(this.lockKey, Duration.ofSeconds(5), 1500, "holder");
		Lease first = grant(node, claim, "1");
		assertThat(first.lastToken() - first.firstToken()).isEqualTo(1499);
		Lease second = ((YieldResult.Renewed) node.provider.yieldOrRenew(first, first.lastToken(), claim)).lease();
		Lease third = ((YieldResult.Renewed) node.provider.yieldOrRenew(second, second.lastToken(), claim)).lease();
		assertThat(second.firstToken()).isEqualTo(first.lastToken() + 1);
		assertThat(third.lastToken()).isEqualTo(first.firstToken() + 4095);
		assertThat(node.provider.yieldOrRenew(third, third.lastToken(), claim)).isInstanceOf(YieldResult.Yielded.class);
		assertThat(grant(node, claim, "2").firstToken()).isGreaterThan(third.lastToken());
	}

	@Test
	void nodeTakesBackTheTokensThatWereNotUsed() {
		ZooKeeperTestNode node = node();
		LockClaim claim = LockClaim.of(this.lockKey, Duration.ofSeconds(5), 10_001, "holder");
		Lease lease = grant(node, claim, "1");
		long last = lease.firstToken() + 4095;
		for (int i = 0; i < 3; i++) {
			assertThat(lease.lastToken()).isEqualTo(last);
			long used = lease.firstToken() + 5;
			lease = ((YieldResult.Renewed) node.provider.yieldOrRenew(lease, used, claim)).lease();
			assertThat(lease.firstToken()).isEqualTo(used + 1);
		}
		assertThat(node.provider.yieldOrRenew(lease, 0, claim)).isInstanceOf(YieldResult.Yielded.class);
	}

	@Test
	void releaseFindsOnlyTheNodeOfItsOwnAttempt() {
		ZooKeeperTestNode node = node();
		LockClaim claim = LockClaim.of(this.lockKey, Duration.ofSeconds(20), 1, "holder");
		Lease held = grant(node, claim, "granted");
		try (Contender waiting = node.provider.contend(claim, () -> {
		})) {
			assertThat(waiting.attempt(new LockOwner("busy"))).isInstanceOf(Attempt.Busy.class);
			assertThat(node.provider.release(this.lockKey, new LockOwner("busy"))).isFalse();
			assertThat(node.provider.release(this.lockKey, new LockOwner("never"))).isFalse();
			assertThat(this.store.line(this.lockKey)).hasSize(2);
			assertThat(Renewed.lost(node.provider, List.of(held))).isEmpty();
			assertThat(node.provider.release(this.lockKey, held.owner())).isTrue();
			assertThat(node.provider.release(this.lockKey, held.owner())).isTrue();
			assertThat(waiting.attempt(new LockOwner("next"))).isInstanceOf(Attempt.Busy.class);
			assertThat(waiting.attempt(new LockOwner("next"))).isInstanceOf(Attempt.Granted.class);
		}
		assertThat(this.store.line(this.lockKey)).hasSize(1);
	}

	@Test
	void listShowsHoldersAndWhetherOthersWait() {
		ZooKeeperTestNode node = node();
		node.template.acquire(this.request);
		CompletableFuture<HeldLock> waiting = node().engine.acquireAsync(this.request).toCompletableFuture();
		awaitLine(2);
		StoredLock listed = node.provider.heldLocks(1000)
			.stream()
			.filter((lock) -> lock.key().equals(this.lockKey.encoded(200)))
			.findFirst()
			.orElseThrow();
		assertThat(listed.holder()).isEqualTo("test-node");
		assertThat(listed.awaited()).isTrue();
		assertThat(node.provider.heldLocks(0)).isEmpty();
		waiting.cancel(false);
	}

	@Test
	void clientIsStartedOnFirstUseAndNeverClosed() {
		ZooKeeperTestNode node = node();
		assertThat(node.client.getState()).isEqualTo(CuratorFrameworkState.LATENT);
		node.template.execute(this.request, HeldLock::fencingToken);
		node.engine.close();
		node.provider.close();
		assertThat(node.client.getState()).isEqualTo(CuratorFrameworkState.STARTED);
	}

	@Test
	void providerThatIsClosedLeavesHeldLocksToTheirLeases() {
		ZooKeeperTestNode node = node();
		grant(node, LockClaim.of(this.lockKey, Duration.ofSeconds(1), 1, "holder"), "left");
		node.provider.close();
		assertThat(this.store.line(this.lockKey)).hasSize(1);
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> this.store.line(this.lockKey).isEmpty());
	}

	@Test
	void serverThatDoesNotAnswerFailsTheCallInTimeWhateverTheRetryPolicySays() {
		this.relay.cut();
		ZooKeeperTestNode node = relayedNode();
		long start = System.nanoTime();
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.tryAcquire(LockRequest.of(this.key).waitTime(Duration.ZERO)))
			.withMessageContaining(this.relay.connectString())
			.withMessageContaining("connect string");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
		this.relay.heal();
		assertThat(node.template.acquire(this.request).isHeld()).isTrue();
	}

	@Test
	void clientsNamespaceAndAclsAreRespected() throws Exception {
		ZooKeeperTestNode node = node(clientBuilder().namespace("tenant-" + this.hashCode())
			.authorization("digest", "lock:secret".getBytes())
			.aclProvider(new CreatorOnly())
			.build());
		node.template.executeWithoutResult(this.request, (lock) -> {
			String parent = "/tenant-" + this.hashCode() + ZooKeeperStore.path(this.lockKey);
			CuratorFramework owner = node.client.usingNamespace(null);
			String child = owner.getChildren().forPath(parent).get(0);
			for (String path : List.of(parent, parent + '/' + child)) {
				assertThat(owner.getACL().forPath(path)).extracting((acl) -> acl.getId().getScheme())
					.containsExactly("digest");
			}
		});
		ZooKeeperTestNode stranger = node(clientBuilder().namespace("tenant-" + this.hashCode()).build());
		long start = System.nanoTime();
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> stranger.template.acquire(this.request))
			.withMessageContaining("Check the credentials")
			.havingCause()
			.isInstanceOf(LockStoreException.class)
			.satisfies((ex) -> assertThat(((LockStoreException) ex).getOutcome()).isEqualTo(Outcome.PERMANENT));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
	}

	@Test
	void missingChrootIsToldAtOnce() {
		ZooKeeperTestNode node = node(ZooKeeperTestNode.client(this.server + "/missing", SESSION));
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> node.template.acquire(this.request))
			.withMessageContaining("if the connect string ends in a path, create that node");
	}

	@Test
	void chrootIsRespected() throws Exception {
		this.store.operator().create().orSetData().forPath("/chroot");
		ZooKeeperTestNode node = node(ZooKeeperTestNode.client(this.server + "/chroot", SESSION));
		node.template.executeWithoutResult(this.request,
				(lock) -> assertThat(
						this.store.operator().getChildren().forPath("/chroot" + ZooKeeperStore.path(this.lockKey)))
					.hasSize(1));
	}

	@Test
	void persistentNodeBehindAHolderIsNamedToWhoWaits() throws Exception {
		HeldLock held = node().template.acquire(this.request);
		String foreign = ZooKeeperStore.path(this.lockKey) + "/hello-n-0000000001";
		this.store.operator().create().forPath(foreign);
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> node().template.acquire(this.request))
			.withMessageContainingAll(foreign, "Delete it");
		this.store.operator().delete().forPath(foreign);
		assertThat(held.release()).isTrue();
		assertThat(node().template.acquire(this.request).isHeld()).isTrue();
	}

	@Test
	void lineIsInOrderAlsoWhereSequenceNumbersStartAnewBelowZero() {
		List<String> names = List.of("_c_a-n--2147483647", "_c_b-n-2147483646", "lost+found", "_c_c-n--2147483648",
				"_c_d-n-2147483647", "_c_e-n-x");
		assertThat(LockPath.inLine(names)).containsExactly("_c_b-n-2147483646", "_c_d-n-2147483647",
				"_c_c-n--2147483648", "_c_a-n--2147483647");
	}

	@Test
	void rootPathIsChecked() {
		for (String path : List.of("", "/", "distlock", "/a/", "/a//b", "/a/../b")) {
			assertThatIllegalArgumentException().isThrownBy(() -> ZooKeeperLockSettings.defaults().withRootPath(path))
				.withMessageContaining("'distlock.zookeeper.root-path'");
		}
		assertThat(ZooKeeperLockSettings.defaults().withRootPath("/a/b").rootPath()).isEqualTo("/a/b");
	}

	private static Lease grant(ZooKeeperTestNode node, LockClaim claim, String owner) {
		try (Contender contender = node.provider.contend(claim, () -> {
		})) {
			return ((Attempt.Granted) contender.attempt(new LockOwner(owner))).lease();
		}
	}

	private void awaitLine(int length) {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> this.store.line(this.lockKey).size() == length);
	}

	private void awaitWatches(int number) {
		Awaitility.await().atMost(PATIENCE).until(() -> watches() == number);
	}

	/**
	 * Return how many watches the clients of this test have on nodes of the lock.
	 */
	private long watches() throws Exception {
		long watches = 0;
		for (ZooKeeperTestNode node : this.nodes) {
			watches += WatchersDebug.getDataWatches(node.zooKeeper())
				.stream()
				.filter((path) -> path.contains(this.key))
				.count();
		}
		return watches;
	}

	private static final class CreatorOnly implements ACLProvider {

		@Override
		public List<ACL> getDefaultAcl() {
			return ZooDefs.Ids.CREATOR_ALL_ACL;
		}

		@Override
		public List<ACL> getAclForPath(String path) {
			return ZooDefs.Ids.CREATOR_ALL_ACL;
		}

	}

}
