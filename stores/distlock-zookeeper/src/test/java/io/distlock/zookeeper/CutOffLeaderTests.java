// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.testserver.zookeeper.ZooKeeperEnsemble;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader that no server follows any more, and that has not noticed: its clients must
 * not go on as if the others were still there, since these may have another leader by
 * now.
 */
@Tag("timing")
@Tag("proof")
class CutOffLeaderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration SESSION = Duration.ofSeconds(20);

	private static final LockRequest REQUEST = LockRequest.of("cut-off").waitTime(PATIENCE.multipliedBy(3));

	@Test
	void leaderWithoutFollowersNeitherRenewsNorGrants() {
		try (ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble()) {
			int leader = ensemble.leader();
			String server = "127.0.0.1:" + leader;
			try (ZooKeeperTestNode holder = new ZooKeeperTestNode(server, SESSION);
					ZooKeeperTestNode waiter = new ZooKeeperTestNode(server, SESSION)) {
				HeldLock held = holder.template.acquire(REQUEST);
				CompletableFuture<HeldLock> waiting = waiter.engine.acquireAsync(REQUEST).toCompletableFuture();
				ensemble.freezeAllBut(leader);
				Awaitility.await().atMost(PATIENCE).until(() -> !held.isHeld());
				assertThat(ZooKeeperServers.leads(leader)).isTrue();
				assertThat(waiting).isNotDone();
				ensemble.thaw();
				assertThat(waiting).succeedsWithin(PATIENCE.multipliedBy(2));
				assertThat(waiting.join().fencingToken()).isGreaterThan(held.fencingToken());
				waiting.join().release();
			}
		}
	}

}
