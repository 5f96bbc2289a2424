// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.ArrayList;
import java.util.List;

import io.distlock.LockMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the scripts decide where nodes wait for a key that several owners hold: which of
 * them is woken, and when its wake-up is passed on.
 */
@Tag("safety")
class HoldQueueScriptTests {

	// Whether a node of a cluster hears its message is not known to the server.
	private static final String X = "cdistlock:node:x";

	private static final String Y = "cdistlock:node:y";

	private static final String Z = "cdistlock:node:z";

	private static final String TOGETHER = "/together";

	private final List<HoldConsole> consoles = new ArrayList<>();

	@AfterEach
	void disconnect() {
		this.consoles.forEach(HoldConsole::close);
	}

	@Test
	void permitOfWhichTheWokenNodeMakesNoUseIsPassedOn() {
		HoldConsole key = open(LockMode.PERMIT);
		long a = key.hold("a");
		key.hold("b");
		long last = key.hold("c");
		key.await("x", X);
		key.await("y", Y);
		assertThat(key.release("a", a)).as("the answer that has the releaser look again").isEqualTo(last);
		assertThat(key.queue()).isEqualTo(List.of(Y + TOGETHER));
		assertThat(key.pass(last)).isEqualTo(last);
		assertThat(key.queue()).isEmpty();
		assertThat(key.record()).as("for whom the permit is kept").contains("@" + Y + TOGETHER + " ");
		assertThat(key.pass(last)).isZero();
	}

	@Test
	void permitThatWasTakenIsNotPassedOn() {
		HoldConsole key = open(LockMode.PERMIT);
		long a = key.hold("a");
		key.hold("b");
		long last = key.hold("c");
		key.await("x", X);
		key.await("y", Y);
		assertThat(key.pass(last)).as("no permit is free").isZero();
		key.release("a", a);
		long next = LockScriptTests.granted(key.await("x", X));
		assertThat(key.pass(last)).isZero();
		assertThat(key.pass(next)).isZero();
		assertThat(key.queue()).isEqualTo(List.of(Y + TOGETHER));
	}

	@Test
	void holderOfAPermitLooksAfterTheNodeThatItWoke() {
		HoldConsole key = open(LockMode.PERMIT);
		long a = key.hold("a");
		long b = key.hold("b");
		key.hold("c");
		key.await("x", X);
		key.await("y", Y);
		key.await("z", Z);
		key.release("a", a);
		key.release("b", b);
		assertThat(key.queue()).isEqualTo(List.of(Z + TOGETHER));
		assertThat(key.await("y", Y)).as("the token, and whether a node was woken").hasSize(2).endsWith(1L);
		assertThat(key.queue()).isEmpty();
	}

	@Test
	void readersOneAfterAnotherArePassedOn() {
		HoldConsole key = open(LockMode.SHARED);
		long alone = LockScriptTests.granted(key.awaitAlone("writer", "-"));
		key.await("x", X);
		key.await("y", Y);
		key.await("z", Z);
		assertThat(key.releaseAlone("writer", alone)).isEqualTo(alone);
		assertThat(key.await("x", X)).as("the token, and that a node was woken").containsExactly(alone, 1L);
		assertThat(key.queue()).isEqualTo(List.of(Z + TOGETHER));
		assertThat(key.pass(alone)).isEqualTo(alone);
		assertThat(key.queue()).isEmpty();
		assertThat(key.pass(alone)).isZero();
		assertThat(key.renew("x", alone)).isEmpty();
	}

	@Test
	void readersAreNotPassedOnWhileAWriterWaits() {
		HoldConsole key = open(LockMode.SHARED);
		long last = key.hold("a");
		key.awaitAlone("writer", X);
		key.await("y", Y);
		assertThat(key.pass(last)).isZero();
		assertThat(key.queue()).isEqualTo(List.of(X, Y + TOGETHER));
	}

	@Test
	void lockThatIsHeldAloneIsNotPassedOn() {
		HoldConsole key = open(LockMode.SHARED);
		long alone = LockScriptTests.granted(key.awaitAlone("writer", "-"));
		key.await("x", X);
		assertThat(key.pass(alone)).isZero();
		assertThat(key.queue()).isEqualTo(List.of(X + TOGETHER));
	}

	@Test
	void writerThatGaveUpLetsReadersIn() {
		HoldConsole key = open(LockMode.SHARED);
		long last = key.hold("a");
		key.awaitAlone("writer", X);
		key.await("y", Y);
		key.await("z", Z);
		assertThat(key.acquire("b").get(0)).isEqualTo(0L);
		assertThat(key.leave(X)).as("the answer that has the node look again").isEqualTo(last);
		assertThat(key.queue()).as("who was not woken").isEqualTo(List.of(Z + TOGETHER));
		assertThat(key.await("y", Y)).containsExactly(last, 1L);
		assertThat(key.hold("b")).isEqualTo(last);
	}

	@Test
	void readersStayShutOutByAnotherWriter() {
		HoldConsole key = open(LockMode.SHARED);
		key.hold("a");
		key.awaitAlone("writer", X);
		key.awaitAlone("another", Y);
		assertThat(key.leave(X)).isZero();
		assertThat(key.acquire("b").get(0)).isEqualTo(0L);
		assertThat(key.queue()).isEqualTo(List.of(Y));
	}

	@Test
	void writerThatComesNextIsWokenWhereAnotherGaveUp() {
		HoldConsole key = open(LockMode.SHARED);
		long last = key.hold("a");
		key.awaitAlone("writer", X);
		key.awaitAlone("another", Y);
		key.awaitAlone("writer", X);
		assertThat(key.leave(X)).isEqualTo(last);
		assertThat(key.queue()).isEmpty();
		assertThat(key.awaitAlone("another", Y)).hasSize(5);
		assertThat(key.acquire("b").get(0)).isEqualTo(0L);
	}

	@Test
	void writerThatHearsNothingLetsReadersInAsWell() {
		HoldConsole key = open(LockMode.SHARED);
		long last = key.hold("a");
		assertThat(key.awaitAlone("writer", "-")).as("busy, and others hold it together").hasSize(3);
		assertThat(key.acquire("b").get(0)).isEqualTo(0L);
		assertThat(key.leave("-")).isZero();
		assertThat(key.hold("b")).isEqualTo(last);
	}

	@Test
	void writerThatGaveUpTakesNothingFromAnOwnerThatIsAlone() {
		HoldConsole key = open(LockMode.SHARED);
		LockScriptTests.granted(key.awaitAlone("writer", "-"));
		key.await("y", Y);
		String record = key.record();
		assertThat(key.leave(X)).isZero();
		assertThat(key.record()).isEqualTo(record);
		assertThat(key.queue()).isEqualTo(List.of(Y + TOGETHER));
	}

	private HoldConsole open(LockMode mode) {
		HoldConsole console = new HoldConsole(mode);
		this.consoles.add(console);
		return console;
	}

}
