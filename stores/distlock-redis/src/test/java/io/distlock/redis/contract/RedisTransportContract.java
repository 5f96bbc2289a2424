// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.RedisClients;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptCall.Effect;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What locks expect of a client. Whatever is built on it is tested over one client, since
 * all of them keep this.
 */
public abstract class RedisTransportContract {

	private static final LockScript ECHO = LockScript.of("echo", "return {ARGV[1], KEYS[1]}");

	private static final LockScript PUT = LockScript.of("put",
			"redis.call('SET', KEYS[1], ARGV[1], 'PX', 60000) return {1}");

	private static final LockScript READ_AS_HASH = LockScript.of("hash", "return {redis.call('HGET', KEYS[1], 'x')}");

	private static final ReplicaSettings NO_REPLICAS = ReplicaSettings.defaults();

	private static final ReplicaSettings ONE_REPLICA = ReplicaSettings.defaults()
		.withAck(1)
		.withTimeout(Duration.ofMillis(100));

	private final String run = UUID.randomUUID().toString();

	private RedisTransport transport;

	/**
	 * Return the client of an application, the same throughout a test, which closes it.
	 */
	public abstract RedisClients.Client client();

	@BeforeEach
	public void open() {
		this.transport = client().transports().get();
	}

	@AfterEach
	public void close() {
		this.transport.close();
		client().close();
	}

	@Test
	void repliesAreWhatTheScriptReturned() {
		LockScript script = LockScript.of("kinds", "return {1, 9007199254740991, -2, 'text', ARGV[1], '', KEYS[1]}");
		ScriptReply reply = this.transport.run(call(script, key("Zürich ☕"), "naïve \u0000 \r\n ☕"));
		assertThat(reply.values()).hasSize(7);
		assertThat(List.of(reply.number(0), reply.number(1), reply.number(2))).containsExactly(1L, 9007199254740991L,
				-2L);
		assertThat(List.of(reply.text(3), reply.text(4), reply.text(5), reply.text(6))).containsExactly("text",
				"naïve \u0000 \r\n ☕", "", key("Zürich ☕"));
		assertThat(this.transport.run(call(LockScript.of("nothing", "return {}"), key("a"))).values()).isEmpty();
	}

	@Test
	void largeArgumentsAndManyOfThemArrive() {
		String large = "x".repeat(100_000);
		assertThat(this.transport.run(call(ECHO, key("large"), large)).text(0)).isEqualTo(large);
		String[] many = IntStream.range(0, 5000).mapToObj(String::valueOf).toArray(String[]::new);
		LockScript last = LockScript.of("last", "return {ARGV[#ARGV], #ARGV}");
		assertThat(this.transport.run(call(last, key("many"), many)).values()).extracting(String::valueOf)
			.containsExactly("4999", "5000");
	}

	@Test
	void scriptThatTheServerDoesNotKnowIsSentWithItsText() {
		LockScript unknown = LockScript.of("new", "return {'%s'}".formatted(this.run));
		assertThat(this.transport.run(call(unknown, key("a"))).text(0)).isEqualTo(this.run);
		List<CompletableFuture<ScriptReply>> sent = this.transport
			.send(List.of(call(LockScript.of("newer", "return {1, '%s'}".formatted(this.run)), key("b"))), NO_REPLICAS);
		assertThat(sent.get(0).join().text(1)).isEqualTo(this.run);
		ScriptCall lease = new ScriptCall(LockScript.of("newest", "return {1, '%s'}".formatted(this.run)),
				List.of(key("c")), List.of(), () -> "do what the test wants", Effect.LEASES);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> this.transport.run(lease, ONE_REPLICA))
			.withMessageContaining("replicas");
	}

	@Test
	void eachOfManyScriptsGetsItsOwnAnswer() {
		List<CompletableFuture<ScriptReply>> sent = IntStream.range(0, 1000)
			.mapToObj((i) -> this.transport.send(call(ECHO, key("own-" + i), "answer " + i)))
			.toList();
		assertThat(sent).extracting((reply) -> reply.join().text(0))
			.containsExactlyElementsOf(IntStream.range(0, 1000).mapToObj((i) -> "answer " + i).toList());
	}

	@Test
	void eachScriptOfAListHasItsOwnOutcome() {
		this.transport.run(call(PUT, key("sick"), "no hash"));
		List<ScriptCall> calls = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			calls.add(call(ECHO, key("listed-" + i), String.valueOf(i)));
		}
		calls.add(25, call(READ_AS_HASH, key("sick")));
		List<CompletableFuture<ScriptReply>> sent = new ArrayList<>(this.transport.send(calls, NO_REPLICAS));
		assertThat(failure(sent.remove(25)).getOutcome()).isEqualTo(Outcome.PERMANENT);
		assertThat(sent).extracting((reply) -> reply.join().text(0))
			.containsExactlyElementsOf(IntStream.range(0, 50).mapToObj(String::valueOf).toList());
	}

	@Test
	void errorOfTheServerSaysWhatWasWantedAndThatItIsRefused() {
		this.transport.run(call(PUT, key("text"), "no hash"));
		assertThatExceptionOfType(LockStoreException.class)
			.isThrownBy(() -> this.transport.run(call(READ_AS_HASH, key("text"))))
			.withMessageContaining("Could not do what the test wants in Redis")
			.withMessageContaining("WRONGTYPE")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.PERMANENT));
		assertThat(failure(this.transport.send(call(READ_AS_HASH, key("text"))))).hasMessageContaining("WRONGTYPE");
		assertThat(this.transport.run(call(ECHO, key("text"), "goes on")).text(0)).isEqualTo("goes on");
	}

	@Test
	void leaseWithoutTheReplicasThatItNeedsIsNotGiven() {
		ScriptCall lease = new ScriptCall(PUT, List.of(key("lease")), List.of("lease"), () -> "do what the test wants",
				Effect.LEASES);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> this.transport.run(lease, ONE_REPLICA))
			.withMessageContaining("replica");
		assertThat(this.transport.run(call(ECHO, key("lease"), "no lease"), ONE_REPLICA).text(0)).isEqualTo("no lease");
		List<CompletableFuture<ScriptReply>> both = this.transport
			.send(List.of(lease, call(ECHO, key("other"), "no lease")), ONE_REPLICA);
		assertThat(failure(both.get(0))).hasMessageContaining("replica");
		assertThat(both.get(1).join().text(0)).isEqualTo("no lease");
	}

	@Test
	void scriptThatFailsBesideTheReplicasLeavesNoAnswerToOthers() {
		this.transport.run(call(PUT, key("wrong"), "no hash"));
		ScriptCall wrong = new ScriptCall(READ_AS_HASH, List.of(key("wrong")), List.of(),
				() -> "do what the test wants", Effect.LEASES);
		for (int i = 0; i < 20; i++) {
			assertThatExceptionOfType(LockStoreException.class)
				.isThrownBy(() -> this.transport.run(wrong, ONE_REPLICA));
			assertThat(failure(this.transport.send(List.of(wrong), ONE_REPLICA).get(0)).getOutcome())
				.isEqualTo(Outcome.PERMANENT);
			assertThat(this.transport.run(call(ECHO, key("wrong"), "answer " + i)).text(0)).isEqualTo("answer " + i);
		}
	}

	@Test
	void keysOfAllMastersAreFoundUpToTheLimit() {
		for (int i = 0; i < 60; i++) {
			this.transport.run(call(PUT, key("scanned-" + i), "1"));
		}
		KeyScan all = this.transport.scan(this.run + "*", 1000, Duration.ofSeconds(20));
		assertThat(all.complete()).isTrue();
		assertThat(all.keys()).hasSize(60).contains(key("scanned-0"), key("scanned-59"));
		KeyScan some = this.transport.scan(this.run + "*", 10, Duration.ofSeconds(20));
		assertThat(some.complete()).isFalse();
		assertThat(some.keys()).hasSize(10);
	}

	@Test
	void masterSaysOfItselfWhatItIs() {
		assertThat(this.transport.info("server")).contains("redis_version:");
	}

	@Test
	void messagesAreHeardFromTheSignUntilTheEnd() throws Exception {
		Heard heard = new Heard();
		Heard other = new Heard();
		String channel = key("channel");
		try (RedisSubscription subscription = this.transport.subscribe(channel, heard)) {
			for (int i = 0; i < 3; i++) {
				subscription.ask();
				assertThat(heard.next()).isEqualTo("answered");
				publish(subscription.address(), "message " + i);
				assertThat(heard.nextMessage()).isEqualTo("message " + i);
			}
		}
		try (RedisSubscription subscription = this.transport.subscribe(channel, other)) {
			subscription.ask();
			assertThat(other.next()).isEqualTo("answered");
			publish(subscription.address(), "last message");
			// The nodes of a cluster pass messages on when they get to it, also those
			// that
			// were published before.
			String next = other.nextMessage();
			while (next.startsWith("message ")) {
				next = other.nextMessage();
			}
			assertThat(next).isEqualTo("last message");
		}
		assertThat(heard.events).doesNotContain("last message");
	}

	private void publish(String channel, String text) {
		LockScript publish = LockScript.of("publish", "redis.call('PUBLISH', ARGV[1], ARGV[2]) return {1}");
		this.transport.run(call(publish, channel, channel, text));
	}

	@Test
	void clientOfTheApplicationOutlivesTheTransport() {
		this.transport.close();
		this.transport = client().transports().get();
		assertThat(this.transport.run(call(ECHO, key("again"), "still there")).text(0)).isEqualTo("still there");
	}

	/**
	 * Name a key, of a slot of its own.
	 */
	private String key(String name) {
		return "%s{%s}".formatted(this.run, name);
	}

	private static ScriptCall call(LockScript script, String key, String... arguments) {
		return new ScriptCall(script, List.of(key), List.of(arguments), () -> "do what the test wants");
	}

	private static LockStoreException failure(CompletableFuture<ScriptReply> reply) {
		try {
			throw new AssertionError("There is a reply: " + reply.join());
		}
		catch (CompletionException ex) {
			assertThat(ex.getCause()).isInstanceOf(LockStoreException.class);
			return (LockStoreException) ex.getCause();
		}
	}

	/**
	 * Keeps what is heard in its order. A client may give more signs than it is asked
	 * for.
	 */
	private static final class Heard implements RedisSubscription.Listener {

		private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

		@Override
		public void answered() {
			this.events.add("answered");
		}

		@Override
		public void message(String text) {
			this.events.add(text);
		}

		@Override
		public void interrupted(Throwable cause) {
			this.events.add("interrupted: " + cause);
		}

		String next() throws InterruptedException {
			String event = this.events.poll(60, TimeUnit.SECONDS);
			return (event != null) ? event : "nothing";
		}

		String nextMessage() throws InterruptedException {
			String event = next();
			return event.equals("answered") ? nextMessage() : event;
		}

	}

}
