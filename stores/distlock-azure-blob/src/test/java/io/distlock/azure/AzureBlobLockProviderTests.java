// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.distlock.azure.FaultyRequests.Fault;
import io.distlock.contract.Renewed;
import io.distlock.contract.Renewed.Outcome;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.testserver.AzuriteServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What only the provider of blobs has: requests whose answers are lost, that are sent
 * twice, or arrive late, and containers that go.
 */
@Tag("safety")
@Tag("proof")
class AzureBlobLockProviderTests {

	private static final Duration LEASE = Duration.ofMinutes(1);

	private final FaultyRequests requests = new FaultyRequests();

	private final String prefix = "azure-" + UUID.randomUUID();

	private AzureBlobStore store;

	@BeforeEach
	void connect() {
		this.store = new AzureBlobStore(AzuriteServer.shared().connectionString(), "faults");
	}

	private LockProvider disturbed(int tries) {
		RequestRetryOptions retries = new RequestRetryOptions(RetryPolicyType.FIXED, tries, Duration.ofSeconds(30),
				Duration.ofMillis(1), Duration.ofMillis(1), null);
		return new AzureBlobLockProvider(
				new BlobContainerClientBuilder().connectionString(AzuriteServer.shared().connectionString())
					.containerName("faults")
					.retryOptions(retries)
					.addPolicy(this.requests)
					.buildClient());
	}

	private LockKey key(String name) {
		return new LockKey(this.prefix, name);
	}

	private static LockOwner owner() {
		return new LockOwner(UUID.randomUUID().toString());
	}

	private static Attempt ask(LockProvider provider, LockKey key, LockOwner owner, Duration lease) {
		try (Contender contender = provider.contend(LockClaim.of(key, lease, 10, "node ä"), () -> {
		})) {
			return contender.attempt(owner);
		}
	}

	private static Optional<Lease> ask(LockProvider provider, LockKey key) {
		return (ask(provider, key, owner(), LEASE) instanceof Attempt.Granted granted) ? Optional.of(granted.lease())
				: Optional.empty();
	}

	private static Lease take(LockProvider provider, LockKey key) {
		return ask(provider, key).orElseThrow();
	}

	private static boolean release(LockProvider provider, Lease lease) {
		return provider.release(lease.key(), lease.owner(), lease.firstToken());
	}

	@Test
	void lockThatThisNodeUsedLastIsTwoRequests() {
		LockProvider provider = disturbed(1);
		LockKey key = key("cycle");
		release(provider, take(provider, key));
		assertThat(this.requests.takeSent()).containsExactly(FaultyRequests.READ, FaultyRequests.WRITE,
				FaultyRequests.WRITE);
		release(provider, take(provider, key));
		assertThat(this.requests.takeSent()).containsExactly(FaultyRequests.WRITE, FaultyRequests.WRITE);
	}

	/**
	 * A client that tries again, as that of an application may.
	 */
	@ParameterizedTest
	@ValueSource(strings = { FaultyRequests.READ, FaultyRequests.WRITE })
	void requestThatTheClientSendsAgainSinceItsAnswerWasLostHasTheOutcomeOfTheFirst(String kind) {
		assertGrantAndRelease(disturbed(3), kind, Fault.ANSWER_LOST);
	}

	@ParameterizedTest
	@ValueSource(strings = { FaultyRequests.READ, FaultyRequests.WRITE })
	void requestThatArrivesTwiceHasTheOutcomeOfTheFirst(String kind) {
		assertGrantAndRelease(disturbed(1), kind, Fault.TWICE);
	}

	private void assertGrantAndRelease(LockProvider provider, String kind, Fault fault) {
		LockKey key = key("again");
		this.requests.disturb(kind, fault);
		Lease lease = take(provider, key);
		assertThat(ask(this.store.newProvider(), key)).isEmpty();
		assertThat(release(provider, lease)).isTrue();
		assertThat(this.requests.takeSent()).filteredOn(kind::equals).isNotEmpty();
		Lease next = take(this.store.newProvider(), key);
		assertThat(next.firstToken()).isGreaterThan(lease.firstToken());
	}

	@Test
	void releaseWhoseAnswerWasLostIsNoLossThoughAnotherOwnerHasComeSince() {
		LockProvider provider = disturbed(3);
		LockKey key = key("released");
		Lease lease = take(provider, key);
		this.requests.disturb(FaultyRequests.WRITE, Fault.ANSWER_LOST);
		this.requests.afterwards(() -> take(this.store.newProvider(), key));
		assertThat(release(provider, lease)).isTrue();
		assertThat(ask(this.store.newProvider(), key)).isEmpty();
	}

	@Test
	void writeThatArrivesLateIsRefused() {
		LockProvider provider = disturbed(1);
		LockKey key = key("late");
		this.requests.disturb(FaultyRequests.WRITE, Fault.LATE);
		release(provider, take(provider, key));
		Lease next = take(this.store.newProvider(), key);
		this.requests.letArrive();
		assertThat(this.store.text(key)).contains(next.owner().id());
	}

	@Test
	void lockAndNodeAreNamedForOperators() {
		LockKey key = key("orders/42:a%2Fb");
		take(this.store.newProvider(), key);
		assertThat(this.store.text(key)).contains("node+%C3%A4");
		assertThat(this.store.container().listBlobs()).extracting(BlobItem::getName)
			.contains("locks/" + this.prefix + ":orders=2F42:a=252Fb");
	}

	@Test
	void containerThatIsDeletedTakesItsLocksAlong() {
		BlobContainerClient container = new AzureBlobStore(AzuriteServer.shared().connectionString(),
				"gone-" + UUID.randomUUID())
			.container();
		LockProvider provider = new AzureBlobLockProvider(container);
		Lease lease = take(provider, key("gone"));
		container.delete();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> take(provider, lease.key()))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.PERMANENT))
			.withMessageContaining("There is no container '%s'", container.getBlobContainerName());
		container.create();
		assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.LOST);
		assertThat(release(provider, lease)).isFalse();
		assertThat(take(provider, lease.key()).firstToken()).isGreaterThan(lease.lastToken());
	}

	@Test
	void keyThatTheServiceRefusesIsNamed() {
		String wrong = AzuriteServer.shared().connectionString().replaceAll("AccountKey=[^;]*", "AccountKey=d3Jvbmc=");
		LockProvider provider = new AzureBlobLockProvider(
				new BlobContainerClientBuilder().connectionString(wrong).containerName("faults").buildClient());
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> take(provider, key("refused")))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.PERMANENT))
			.withMessageContaining("give it the role 'Storage Blob Data Contributor' on container 'faults'");
	}

	/**
	 * With a client that tries again for minutes, which is how it is made.
	 */
	@Test
	void serverThatDoesNotAnswerIsWaitedForSomeSeconds() {
		try (AzuriteServer server = AzuriteServer.start()) {
			LockProvider provider = new AzureBlobStore(server.connectionString(), "frozen").newProvider();
			Lease lease = take(provider, key("frozen"));
			server.freeze();
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> take(provider, key("unanswered")))
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.UNKNOWN))
				.withMessageContaining("No response within");
			assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.UNKNOWN);
			server.thaw();
			assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.KEPT);
		}
	}

	@Test
	void serverThatStartsEmptyGrantsGreaterTokens() {
		try (AzuriteServer server = AzuriteServer.start()) {
			AzureBlobStore before = new AzureBlobStore(server.connectionString(), "emptied");
			LockProvider provider = before.newProvider();
			Lease lease = take(provider, key("emptied"));
			server.kill();
			server.restart();
			before.container().createIfNotExists();
			assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.LOST);
			assertThat(take(provider, lease.key()).firstToken()).isGreaterThan(lease.lastToken());
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "ANSWER_LOST", "TWICE" })
	void renewalMayBeRepeated(Fault fault) {
		LockProvider provider = disturbed(3);
		Lease lease = take(provider, key("renewed"));
		this.requests.disturb(FaultyRequests.WRITE, fault);
		assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.KEPT);
		assertThat(release(provider, lease)).isTrue();
	}

}
