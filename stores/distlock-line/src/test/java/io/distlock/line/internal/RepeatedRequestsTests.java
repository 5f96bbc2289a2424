// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RepeatedRequestsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final RepeatedRequests requests = new RepeatedRequests(this.timer);

	private final BlockingQueue<CompletableFuture<Boolean>> sent = new LinkedBlockingQueue<>();

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	private CompletableFuture<Boolean> send() {
		CompletableFuture<Boolean> answer = new CompletableFuture<>();
		this.sent.add(answer);
		return answer;
	}

	private List<CompletableFuture<Boolean>> start(int count) {
		return IntStream.range(0, count).mapToObj((i) -> this.requests.untilDone(this::send)).toList();
	}

	private void answer(int count, boolean done) throws InterruptedException {
		for (int i = 0; i < count; i++) {
			this.sent.take().complete(done);
		}
	}

	@Test
	void requestIsSentOnceThatIsDone() throws Exception {
		CompletableFuture<Boolean> done = this.requests.untilDone(this::send);
		answer(1, true);
		assertThat(done).isCompletedWithValue(true);
		assertThat(this.sent).isEmpty();
	}

	@Test
	void allAreSentAtOnceAndFewAreRepeatedTogether() throws Exception {
		int count = 3 * RepeatedRequests.MAX_CONCURRENT;
		List<CompletableFuture<Boolean>> done = start(count);
		assertThat(this.sent).hasSize(count);
		answer(count, false);
		Awaitility.await().atMost(PATIENCE).until(() -> this.sent.size() == RepeatedRequests.MAX_CONCURRENT);
		this.timer.submit(() -> assertThat(this.sent).hasSize(RepeatedRequests.MAX_CONCURRENT)).get();
		answer(count, true);
		assertThat(done).allSatisfy((each) -> assertThat(each).succeedsWithin(PATIENCE).isEqualTo(true));
	}

	@Test
	void requestIsRepeatedWhateverItsFailure() {
		AtomicInteger tries = new AtomicInteger();
		CompletableFuture<Boolean> done = this.requests.untilDone(() -> switch (tries.incrementAndGet()) {
			case 1 -> CompletableFuture.failedFuture(new IllegalStateException("no server"));
			case 2 -> throw new IllegalStateException("no client");
			default -> CompletableFuture.completedFuture(true);
		});
		assertThat(done).succeedsWithin(PATIENCE).isEqualTo(true);
		assertThat(tries).hasValue(3);
	}

	@Test
	void failuresAreRepeatedAfterOthersWereDone() throws Exception {
		start(1);
		answer(1, false);
		answer(1, true);
		start(RepeatedRequests.MAX_CONCURRENT);
		answer(RepeatedRequests.MAX_CONCURRENT, false);
		Awaitility.await().atMost(PATIENCE).until(() -> this.sent.size() == RepeatedRequests.MAX_CONCURRENT);
	}

	@Test
	void nothingIsRepeatedAfterTheShutdownOfTheTimer() throws Exception {
		CompletableFuture<Boolean> done = this.requests.untilDone(this::send);
		this.timer.shutdownNow();
		answer(1, false);
		assertThat(done).isCompletedWithValue(false);
	}

}
