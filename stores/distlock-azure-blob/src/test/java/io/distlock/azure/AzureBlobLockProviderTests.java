// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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
import io.distlock.provider.YieldResult;
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
 * twice, or arrive late, leases of the service, and containers that go.
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
	void uncontendedLockIsFourRequests() {
		LockProvider provider = disturbed(1);
		LockKey key = key("cycle");
		release(provider, take(provider, key));
		assertThat(this.requests.takeSent()).containsExactly(FaultyRequests.ACQUIRE, FaultyRequests.CREATE,
				FaultyRequests.ACQUIRE, FaultyRequests.READ, FaultyRequests.RAISE, FaultyRequests.RELEASE);
		release(provider, take(provider, key));
		assertThat(this.requests.takeSent()).containsExactly(FaultyRequests.ACQUIRE, FaultyRequests.READ,
				FaultyRequests.RAISE, FaultyRequests.RELEASE);
	}

	/**
	 * A client that tries again, as that of an application may.
	 */
	@ParameterizedTest
	@ValueSource(strings = { FaultyRequests.ACQUIRE, FaultyRequests.CREATE, FaultyRequests.READ, FaultyRequests.RAISE })
	void requestThatTheClientSendsAgainSinceItsAnswerWasLostHasTheOutcomeOfTheFirst(String kind) {
		assertGrantAndRelease(disturbed(3), kind, Fault.ANSWER_LOST);
	}

	@ParameterizedTest
	@ValueSource(strings = { FaultyRequests.ACQUIRE, FaultyRequests.CREATE, FaultyRequests.READ, FaultyRequests.RAISE,
			FaultyRequests.RELEASE })
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
		assertThat(next.firstToken()).isGreaterThan(lease.lastToken());
	}

	/**
	 * The second request is refused, since another owner has the lock by then.
	 */
	@Test
	void releaseWhoseAnswerWasLostIsNoLossThoughAnotherOwnerHasComeSince() {
		LockProvider provider = disturbed(3);
		LockKey key = key("released");
		Lease lease = take(provider, key);
		this.requests.disturb(FaultyRequests.RELEASE, Fault.ANSWER_LOST);
		this.requests.afterwards(() -> take(this.store.newProvider(), key));
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> release(provider, lease))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.UNKNOWN));
		assertThat(release(provider, lease)).isTrue();
		assertThat(ask(this.store.newProvider(), key)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { FaultyRequests.ACQUIRE, FaultyRequests.CREATE, FaultyRequests.READ })
	void attemptWhoseAnswerWasLostIsWithdrawn(String kind) {
		LockProvider provider = disturbed(1);
		LockKey key = key("withdrawn");
		LockOwner owner = owner();
		this.requests.disturb(kind, Fault.ANSWER_LOST);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider, key, owner, LEASE))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.UNKNOWN))
			.withMessageContaining(key.name());
		provider.release(key, owner);
		take(this.store.newProvider(), key);
	}

	@Test
	void tokenWhoseAnswerWasLostIsRaisedAgain() {
		LockProvider provider = disturbed(1);
		LockKey key = key("raised");
		this.requests.disturb(FaultyRequests.RAISE, Fault.ANSWER_LOST);
		Lease lease = take(provider, key);
		assertThat(this.requests.takeSent()).filteredOn(FaultyRequests.RAISE::equals).hasSize(2);
		assertThat(storedToken(key)).isEqualTo(lease.lastToken());
	}

	private long storedToken(LockKey key) {
		return Long.parseLong(metadata(key).get("token"));
	}

	private Map<String, String> metadata(LockKey key) {
		return this.store.blob(LockBlobs.name(key)).getProperties().getMetadata();
	}

	@Test
	void lockAndNodeAreNamedForOperators() {
		LockKey key = key("orders/42:a%2Fb");
		take(this.store.newProvider(), key);
		assertThat(metadata(key)).containsEntry("holder", "node%20%C3%A4");
		assertThat(this.store.container().listBlobs()).extracting(BlobItem::getName)
			.contains(this.prefix + ":orders=2F42:a=252Fb.lock");
	}

	@Test
	void acquireThatArrivesAfterItsWithdrawalIsWithdrawnByTheNextOne() {
		LockProvider provider = disturbed(1);
		LockKey key = key("late");
		LockOwner owner = owner();
		release(provider, take(provider, key));
		this.requests.disturb(FaultyRequests.ACQUIRE, Fault.LATE);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider, key, owner, LEASE));
		assertThat(provider.release(key, owner)).isFalse();
		this.requests.letArrive();
		LockProvider other = this.store.newProvider();
		assertThat(ask(other, key)).isEmpty();
		assertThat(provider.release(key, owner)).isTrue();
		take(other, key);
	}

	@Test
	void tokenThatArrivesLateIsRefused() {
		LockProvider provider = disturbed(1);
		LockKey key = key("late-token");
		this.requests.disturb(FaultyRequests.RAISE, Fault.LATE);
		Lease lease = take(provider, key);
		assertThat(storedToken(key)).isEqualTo(lease.lastToken());
		release(provider, lease);
		Lease next = take(this.store.newProvider(), key);
		this.requests.letArrive();
		assertThat(storedToken(key)).isEqualTo(next.lastToken());
		assertThat(metadata(key)).containsEntry("owner", LockBlob.leaseId(next.owner()));
	}

	@ParameterizedTest
	@ValueSource(strings = { FaultyRequests.READ, FaultyRequests.RAISE })
	void leaseThatEndsBeforeTheTokenIsRaisedGrantsNothing(String kind) {
		LockProvider provider = disturbed(1);
		LockKey key = key("overtaken");
		LockProvider other = this.store.newProvider();
		this.requests.before(kind, () -> {
			AzureBlobStore.endLease(this.store.blob(LockBlobs.name(key)));
			take(other, key);
		});
		assertThat(ask(provider, key)).isEmpty();
		assertThat(ask(provider, key)).as("a lock that the other node has").isEmpty();
	}

	/**
	 * The service gives a lease that is free to whoever asks.
	 */
	@Test
	void handOverBringsNoLeaseBackThatAnotherOwnerHadSince() {
		LockProvider provider = disturbed(1);
		LockKey key = key("handed-over");
		Lease lease = take(provider, key);
		LockProvider other = this.store.newProvider();
		this.requests.before(FaultyRequests.ACQUIRE, () -> {
			AzureBlobStore.endLease(this.store.blob(LockBlobs.name(key)));
			release(other, take(other, key));
		});
		assertThat(provider.yieldOrRenew(lease, lease.firstToken(), LockClaim.of(key, LEASE, 10, "again")))
			.isEqualTo(new YieldResult.Lost());
		take(other, key);
	}

	@Test
	void serviceKeepsALeaseForFifteenToSixtySeconds() {
		LockProvider provider = this.store.newProvider();
		for (int seconds : List.of(1, 15, 40, 60)) {
			Duration asked = Duration.ofSeconds(seconds);
			assertThat(granted(provider, key("lease-" + seconds), asked).duration()).isEqualTo(asked);
		}
		assertThat(granted(provider, key("lease-300"), Duration.ofMinutes(5)).duration())
			.isEqualTo(Duration.ofMinutes(1));
	}

	private static Lease granted(LockProvider provider, LockKey key, Duration lease) {
		return ((Attempt.Granted) ask(provider, key, owner(), lease)).lease();
	}

	@Test
	void containerThatIsDeletedTakesItsLocksAlong() {
		BlobContainerClient container = new AzureBlobStore(AzuriteServer.shared().connectionString(),
				"gone-" + UUID.randomUUID())
			.container();
		LockProvider provider = new AzureBlobLockProvider(container);
		Lease lease = take(provider, key("gone"));
		container.delete();
		assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.LOST);
		assertThat(release(provider, lease)).isFalse();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> take(provider, lease.key()))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.PERMANENT))
			.withMessageContaining("There is no container '%s'", container.getBlobContainerName());
		container.create();
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
		this.requests.disturb(FaultyRequests.RENEW, fault);
		assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.KEPT);
		assertThat(release(provider, lease)).isTrue();
	}

}
