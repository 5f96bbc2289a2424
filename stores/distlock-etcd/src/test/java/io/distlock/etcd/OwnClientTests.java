// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.line.internal.RepeatedRequests;
import io.distlock.testserver.EtcdServer;
import io.distlock.testserver.relay.FaultyRelay;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.GetOption;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients that the provider creates, replaces and closes.
 */
class OwnClientTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockRequest OTHER = LockRequest.of("own-client:other").waitTime(Duration.ZERO);

	private static final int FAILURES = 300;

	private final AtomicInteger created = new AtomicInteger();

	private final OpenCalls calls = new OpenCalls();

	private FaultyRelay relay;

	private LeaseLockEngine engine;

	private EtcdLockProvider provider;

	private LockTemplate template;

	@BeforeEach
	void connect() {
		this.relay = new FaultyRelay(URI.create(EtcdServer.shared().url()).getPort());
		this.provider = new EtcdLockProvider(this::newClient, "own-client");
		this.engine = new LeaseLockEngine(this.provider,
				LeaseSettings.of("own-client", "test")
					.withLeaseTime(Duration.ofSeconds(60))
					.withHandOff(32, Duration.ofMillis(100)),
				(event) -> {
				});
		this.template = new LockTemplate(this.engine);
	}

	private Client newClient() {
		this.created.incrementAndGet();
		return Client.builder()
			.endpoints("http://127.0.0.1:" + this.relay.port())
			.waitForReady(false)
			.interceptor(this.calls)
			.build();
	}

	@AfterEach
	void close() {
		this.engine.close();
		this.provider.close();
		this.relay.close();
	}

	@Test
	void clientIsCreatedWithTheFirstLockAndClosedWithTheProvider() {
		assertThat(this.created).hasValue(0);
		awaitService();
		assertThat(this.relay.connections()).isPositive();
		this.engine.close();
		this.provider.close();
		Awaitility.await().atMost(PATIENCE).until(() -> this.relay.connections() == 0);
	}

	@Test
	void lockOutlivesTheClientThatHasAcquiredIt() {
		HeldLock held = this.template.acquire(LockRequest.of("own-client:held"));
		int before = this.created.get();
		this.relay.silenceAll();
		this.relay.serve();
		awaitService();
		assertThat(this.created).hasValueGreaterThan(before);
		assertThat(held.isHeld()).isTrue();
		assertThat(held.release()).isTrue();
	}

	/**
	 * A client that has failed to connect several times waits longer and longer before it
	 * tries again.
	 */
	@Test
	void clientIsReplacedWhileTheServersAreUnavailable() {
		awaitService();
		int before = this.created.get();
		this.relay.refuse();
		Awaitility.await().atMost(PATIENCE).until(() -> !serves() && this.created.get() > before + 1);
		this.relay.heal();
		awaitService();
	}

	/**
	 * An outage leaves a request for each attempt that failed meanwhile.
	 */
	@Test
	void serversReceiveFewOfTheRequestsThatAnOutageLeaves() throws Exception {
		awaitService();
		assertThat(withdrawn()).isZero();
		this.relay.refuse();
		for (int i = 0; i < FAILURES; i++) {
			assertThat(serves()).isFalse();
		}
		this.relay.heal();
		this.relay.silenceAll();
		Awaitility.await().atMost(PATIENCE).until(() -> this.calls.open() >= RepeatedRequests.MAX_CONCURRENT);
		this.relay.heal();
		awaitService();
		Awaitility.await().atMost(PATIENCE).until(() -> withdrawn() >= FAILURES);
		assertThat(this.calls.most()).isLessThanOrEqualTo(2 * RepeatedRequests.MAX_CONCURRENT);
	}

	private long withdrawn() throws Exception {
		ByteSequence withdrawn = ByteSequence.from("own-client/withdrawn/", StandardCharsets.UTF_8);
		try (Client client = Client.builder().endpoints(EtcdServer.shared().url()).build()) {
			return client.getKVClient()
				.get(withdrawn, GetOption.builder().isPrefix(true).withCountOnly(true).build())
				.get()
				.getCount();
		}
	}

	private void awaitService() {
		Awaitility.await().atMost(PATIENCE).until(this::serves);
	}

	private boolean serves() {
		try {
			return this.template.tryAcquire(OTHER).map(HeldLock::release).orElse(false);
		}
		catch (LockProviderException ex) {
			return false;
		}
	}

}
