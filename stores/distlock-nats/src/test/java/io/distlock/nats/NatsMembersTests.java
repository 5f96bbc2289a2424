// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.testserver.NatsServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cluster of three servers, of which each is killed in turn.
 */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NatsMembersTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private List<NatsServer> members = List.of();

	private NatsStore store;

	@BeforeAll
	void start() {
		this.members = NatsServer.start(3);
		Assumptions.assumeTrue(NatsStore.isSafe(this.members), "NATS is older than " + NatsBucket.SAFE_COPIES);
		this.store = new NatsStore(this.members.stream().map(NatsServer::url).collect(Collectors.joining(",")));
	}

	@AfterAll
	void stop() {
		if (this.store != null) {
			this.store.close();
		}
		this.members.forEach(NatsServer::close);
	}

	@Test
	void holdsNeverOverlapWhileEachServerIsKilledInTurn() {
		String key = "members:" + UUID.randomUUID();
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger holds = new AtomicInteger();
		AtomicInteger overlaps = new AtomicInteger();
		AtomicLong token = new AtomicLong();
		AtomicInteger falls = new AtomicInteger();
		AtomicInteger stopped = new AtomicInteger();
		List<TestNode> nodes = List.of(new TestNode(this.store, TestNode.SETTINGS),
				new TestNode(this.store, TestNode.SETTINGS));
		LockRequest request = LockRequest.of(key).leaseTime(Duration.ofSeconds(4)).waitTime(Duration.ofSeconds(5));
		List<CompletableFuture<Void>> running = nodes.stream().map((node) -> CompletableFuture.runAsync(() -> {
			while (stopped.get() == 0) {
				try (HeldLock held = node.template.acquire(request)) {
					overlaps.addAndGet(inside.getAndIncrement());
					falls.addAndGet((token.getAndSet(held.fencingToken()) >= held.fencingToken()) ? 1 : 0);
					holds.incrementAndGet();
					inside.decrementAndGet();
				}
				catch (LockException ex) {
					// The servers elect a leader.
				}
			}
		})).toList();
		for (NatsServer member : this.members) {
			awaitHolds(holds);
			member.kill();
			awaitHolds(holds);
			member.restart();
			awaitHolds(holds);
		}
		stopped.set(1);
		running.forEach(CompletableFuture::join);
		nodes.forEach(TestNode::close);
		assertThat(overlaps).hasValue(0);
		assertThat(falls).hasValue(0);
	}

	private static void awaitHolds(AtomicInteger holds) {
		int before = holds.get();
		Awaitility.await().atMost(PATIENCE).until(() -> holds.get() > before + 20);
	}

}
