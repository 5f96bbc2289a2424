// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.distlock.contract.Renewed;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.testserver.MemcachedServer;
import io.distlock.testserver.relay.FaultyRelay;
import net.spy.memcached.MemcachedClient;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What only the Memcached provider has: items, their values, and requests that arrive
 * twice, late or not at all.
 */
@Tag("safety")
class MemcachedLockProviderTests {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final LockKey key = new LockKey("memcached", UUID.randomUUID().toString());

	private MemcachedServer server;

	private LockProvider provider;

	@BeforeEach
	void connect() {
		this.server = MemcachedServer.shared();
		this.provider = at(this.server.port());
	}

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	private LockProvider at(int port) {
		LockProvider provider = MemcachedLockProvider.connect(List.of(new InetSocketAddress("127.0.0.1", port)));
		this.opened.add(provider::close);
		return provider;
	}

	private FaultyRelay relay() {
		FaultyRelay relay = new FaultyRelay(this.server.port());
		this.opened.add(relay);
		return relay;
	}

	private static LockOwner owner() {
		return new LockOwner(UUID.randomUUID().toString());
	}

	private Optional<Lease> ask(LockProvider provider, LockOwner owner, Duration lease) {
		try (Contender contender = provider.contend(LockClaim.of(this.key, lease, 3, "node 1"), () -> {
		})) {
			return (contender.attempt(owner) instanceof Attempt.Granted granted) ? Optional.of(granted.lease())
					: Optional.empty();
		}
	}

	private Optional<Lease> ask(LockProvider provider) {
		return ask(provider, owner(), LEASE);
	}

	private List<String> item() {
		return MemcachedServer.command(this.server.port(), "get " + MemcachedItems.path(this.key), "END");
	}

	@Test
	void itemNamesOwnerAndHolderForPeopleWhoLookIntoTheStore() {
		LockOwner owner = owner();
		ask(this.provider, owner, LEASE);
		assertThat(MemcachedItems.path(this.key)).isEqualTo("memcached:" + this.key.name());
		assertThat(item()).element(1).isEqualTo(owner.id() + " 3 node 1");
	}

	@Test
	void longKeysFitAndDiffer() {
		String long1 = MemcachedItems.path(new LockKey("memcached", "x".repeat(1000)));
		assertThat(long1).hasSizeLessThanOrEqualTo(250 - "~waiters".length()).doesNotContain(" ");
		assertThat(MemcachedItems.path(new LockKey("memcached", "x".repeat(1001)))).isNotEqualTo(long1);
	}

	@Test
	void releaseLeavesNoItem() {
		Lease lease = ask(this.provider).orElseThrow();
		assertThat(this.provider.release(lease.key(), lease.owner())).isTrue();
		assertThat(item()).isEmpty();
	}

	@Test
	void leaseOfMoreThanThirtyDaysIsGrantedForThirty() {
		Lease lease = ask(this.provider, owner(), Duration.ofDays(365)).orElseThrow();
		assertThat(lease.duration()).isEqualTo(Expiry.MAX_LEASE);
		assertThat(ask(at(this.server.port()))).isEmpty();
	}

	@Test
	void attemptThatArrivesTwiceIsGrantedTwice() {
		LockOwner owner = owner();
		assertThat(ask(this.provider, owner, LEASE)).isPresent();
		assertThat(ask(this.provider, owner, LEASE)).isPresent();
		assertThat(ask(this.provider)).isEmpty();
	}

	@Test
	void valueOfTheApplicationIsNoFreeLockAndIsNotTouched() {
		String path = MemcachedItems.path(this.key);
		MemcachedServer.command(this.server.port(), "set " + path + " 0 0 5\r\nhello", "STORED");
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(this.provider))
			.withMessageContaining(path)
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.PERMANENT));
		assertThat(this.provider.release(this.key, owner())).isFalse();
		assertThat(item()).element(1).isEqualTo("hello");
	}

	/**
	 * The connection breaks after the server has granted the lock, and before it says so.
	 */
	@Test
	void grantWhoseAnswerWasLostIsWithdrawnByItsOwner() {
		FaultyRelay relay = relay();
		LockProvider node = at(relay.port());
		assertThat(node.release(this.key, owner())).isFalse();
		LockOwner owner = owner();
		relay.loseAnswers(1);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(node, owner, LEASE))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.UNKNOWN))
			.withMessageContaining(this.key.name());
		assertThat(ask(this.provider)).isEmpty();
		assertThat(node.release(this.key, owner)).isTrue();
		assertThat(ask(this.provider)).isPresent();
	}

	/**
	 * The request is held up for longer than its sender waits. The first withdrawal finds
	 * nothing; the engine repeats it.
	 */
	@Test
	void grantThatArrivesAfterItsWithdrawalIsWithdrawnByTheNext() {
		FaultyRelay relay = relay();
		LockProvider late = at(relay.port());
		assertThat(late.release(this.key, owner())).isFalse();
		relay.holdRequests();
		LockOwner owner = owner();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(late, owner, LEASE))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.UNKNOWN))
			.withMessageContaining("No answer within 3 s");
		assertThat(this.provider.release(this.key, owner)).isFalse();
		relay.heal();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !item().isEmpty());
		assertThat(this.provider.release(this.key, owner)).isTrue();
		assertThat(ask(this.provider)).isPresent();
	}

	/**
	 * As where a firewall has forgotten the connection. Only renewals go over it.
	 */
	@Test
	void connectionThatIsDeadIsReplacedThoughNobodyResetsIt() {
		FaultyRelay relay = relay();
		LockProvider node = at(relay.port());
		Lease lease = ask(node).orElseThrow();
		assertThat(relay.silence(false)).isEqualTo(1);
		Renewed cut = Renewed.of(node, List.of(lease));
		assertThat(cut.outcome(lease)).isEqualTo(Renewed.Outcome.UNKNOWN);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> Renewed.of(node, List.of(lease)).outcome(lease) == Renewed.Outcome.KEPT);
		assertThat(node.release(lease.key(), lease.owner())).isTrue();
	}

	@Test
	void clientOfTheApplicationStaysOpen() throws IOException {
		MemcachedClient client = new MemcachedClient(new InetSocketAddress("127.0.0.1", this.server.port()));
		this.opened.add(client::shutdown);
		LockProvider provider = new MemcachedLockProvider(client);
		Lease lease = ask(provider).orElseThrow();
		provider.close();
		assertThat(client.get(MemcachedItems.path(this.key))).isEqualTo(lease.owner().id() + " 3 node 1");
	}

}
