/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.testserver.ZooKeeperEnsemble;
import io.distlock.testserver.ZooKeeperServers;
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
