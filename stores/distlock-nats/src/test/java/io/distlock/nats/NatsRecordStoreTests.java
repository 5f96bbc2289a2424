// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.record.StoredRecord;
import io.distlock.testserver.NatsServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Of those who write a record at once under the same version, one succeeds.
 */
@Tag("proof")
@Tag("safety")
class NatsRecordStoreTests {

	private static final int WRITERS = 16;

	private static final int ROUNDS = 60;

	@Test
	void conditionalWriteHasOneWinnerOnOneServer() throws Exception {
		List<NatsServer> members = NatsServer.start(1);
		try {
			assertWritesHaveOneWinner(members);
		}
		finally {
			members.forEach(NatsServer::close);
		}
	}

	/**
	 * A cluster of a former version, in which several writes succeed, is refused.
	 */
	@Test
	void conditionalWriteHasOneWinnerInAClusterOrTheClusterIsRefused() throws Exception {
		List<NatsServer> members = NatsServer.start(3);
		try {
			if (NatsStore.isSafe(members)) {
				assertWritesHaveOneWinner(members);
			}
			else {
				NatsRecordStore store = store(members.get(0));
				awaitAnswer(() -> assertThatExceptionOfType(LockStoreException.class)
					.isThrownBy(() -> store.read("locks/any"))
					.withMessageContaining("Update the servers to " + NatsBucket.SAFE_COPIES)
					.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.PERMANENT)));
			}
		}
		finally {
			members.forEach(NatsServer::close);
		}
	}

	private static NatsRecordStore store(NatsServer member) {
		return new NatsRecordStore(NatsLink.ofApplication(NatsStore.connect(member.url())), "races");
	}

	// A cluster answers once it has elected leaders.
	private static void awaitAnswer(ThrowingRunnable request) {
		Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(request);
	}

	private static void assertWritesHaveOneWinner(List<NatsServer> members) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
		try {
			List<NatsRecordStore> stores = members.stream().map(NatsRecordStoreTests::store).toList();
			NatsRecordStore reader = stores.get(0);
			awaitAnswer(() -> assertThat(reader.write("locks/" + UUID.randomUUID(), null, "")).isNotNull());
			for (int round = 0; round < ROUNDS; round++) {
				String key = "locks/" + UUID.randomUUID();
				assertOneWinner(threads, stores, key, null);
				assertOneWinner(threads, stores, key, reader.read(key));
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private static void assertOneWinner(ExecutorService threads, List<NatsRecordStore> stores, String key,
			@Nullable StoredRecord before) throws Exception {
		CyclicBarrier start = new CyclicBarrier(WRITERS);
		List<CompletableFuture<String>> writes = IntStream.range(0, WRITERS)
			.mapToObj((number) -> CompletableFuture.supplyAsync(() -> {
				try {
					start.await();
					return stores.get(number % stores.size())
						.write(key, (before != null) ? before.version() : null, "writer " + number);
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			}, threads))
			.toList();
		List<String> winners = writes.stream()
			.map(CompletableFuture::join)
			.filter((version) -> version != null)
			.collect(Collectors.toList());
		assertThat(winners).as("versions that were written").hasSize(1);
		assertThat(stores.get(0).read(key)).isNotNull().extracting(StoredRecord::version).isEqualTo(winners.get(0));
	}

}
