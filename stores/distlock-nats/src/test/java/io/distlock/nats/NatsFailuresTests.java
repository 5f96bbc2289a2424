// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.io.IOException;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.nats.client.AuthenticationException;
import io.nats.client.support.Status;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link NatsFailures} makes of errors of the client.
 */
class NatsFailuresTests {

	@Test
	void serverThatCannotBeReachedIsNoMissingJetStreamWhateverItsPort() {
		assertTransient(new IllegalStateException("Unable to connect to NATS servers: nats://127.0.0.1:15030"),
				"The connection is down");
	}

	@Test
	void userThatIsRefusedIsKnownByTheTypeOfTheError() {
		assertTransient(new IllegalStateException("refused", new AuthenticationException("refused")),
				"The servers refuse the user");
		assertTransient(new IllegalStateException("Unable to connect to NATS servers: nats://Auth:4222"),
				"The connection is down");
	}

	@Test
	void publishWithoutResponderIsNoTimeout() {
		Status status = new Status(Status.NO_RESPONDERS_CODE, Status.NO_RESPONDERS_TEXT);
		assertTransient(new IOException("Error Publishing: " + status.getMessageWithCode()),
				"No server answers for JetStream");
	}

	private static void assertTransient(Exception failure, String remedy) {
		LockStoreException explained = NatsFailures.explain("acquire 'orders'", failure);
		assertThat(explained).hasMessageStartingWith("Could not acquire 'orders' in NATS. " + remedy);
		assertThat(explained.getOutcome()).isEqualTo(Outcome.TRANSIENT);
	}

}
