// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.redisson;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import org.jspecify.annotations.Nullable;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchOptions.ExecutionMode;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RFuture;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RScriptAsync;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;

/**
 * Transport that uses Redisson's public interfaces only. Scripts use the same key names
 * as other clients: Redisson's name mapper applies to text keys, but not to byte keys. It
 * also applies to the key that selects the master; if another master is selected, the
 * server redirects the request.
 * <p>
 * Scripts replace operations whose key names Redisson maps, such as a scan, and
 * operations that are not available with every topology, such as {@code INFO}. For {@code
 * WAITAOF}, a batch reports the number of replicas with the write on disk, but not the
 * state of the master, so durable grants are refused.
 *
 * @since 0.1.0
 */
public final class RedissonTransport implements RedisTransport {

	private static final LockScript INFO = LockScript.of("info", "return {redis.call('INFO', ARGV[1])}");

	// Returns a page of a master: which master it is, where the next page begins, and
	// keys.
	private static final LockScript SCAN = LockScript.of("scan", """
			local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000)
			local found = {string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or '', page[1]}
			for i, key in ipairs(page[2]) do found[i + 2] = key end
			return found
			""");

	private static final int MAX_PING_INTERVAL_MILLIS = 3000;

	// Number of keys to try for each master, so that one leads to it.
	private static final int ROUTES = 20;

	private final RedissonClient client;

	/**
	 * Create a transport.
	 * @param client the application's client
	 */
	public RedissonTransport(RedissonClient client) {
		this.client = client;
	}

	/**
	 * Return the warnings. Redisson detects a silent connection by pings only.
	 */
	@Override
	public List<String> warnings() {
		BaseConfig<?> servers = servers(this.client.getConfig());
		int interval = (servers != null) ? servers.getPingConnectionInterval() : MAX_PING_INTERVAL_MILLIS;
		if (interval > 0 && interval <= MAX_PING_INTERVAL_MILLIS) {
			return List.of();
		}
		return List
			.of(("Redisson replaces a connection that falls silent, as after a loss of power, by its pings alone, "
					+ "and 'pingConnectionInterval' is %d ms: no lock can be acquired or renewed until then. Set it to at most %d")
				.formatted(interval, MAX_PING_INTERVAL_MILLIS));
	}

	private static @Nullable BaseConfig<?> servers(Config config) {
		if (config.isSingleConfig()) {
			return config.useSingleServer();
		}
		if (config.isSentinelConfig()) {
			return config.useSentinelServers();
		}
		return config.isClusterConfig() ? config.useClusterServers() : null;
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		RScriptAsync scripts = this.client.getScript(StringCodec.INSTANCE);
		CompletableFuture<Object> sent;
		try {
			sent = evalSha(scripts, call).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(RedissonErrors.unconnected(call, ex));
		}
		return RedisReplies.loaded(sent, () -> eval(scripts, call).toCompletableFuture(), RedisReplies::of,
				(failure) -> RedissonErrors.failed(call, failure));
	}

	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		if (wanted.durable()) {
			return ScriptCall.failed(calls, RedissonTransport::undurable);
		}
		return ScriptCall.grouped(calls, this::slot, (slot, some) -> sendTogether(some, wanted));
	}

	// Names the slot of a script, or the one master.
	private String slot(ScriptCall call) {
		String key = call.keys().get(0);
		int begin = key.indexOf('{') + 1;
		int end = key.indexOf('}', begin);
		if (!isCluster()) {
			return "";
		}
		return (begin > 0 && end > begin) ? key.substring(begin, end) : key;
	}

	// Send scripts of one slot, and the question who has their writes, on one connection.
	// They are sent once, and as a transaction. A batch that is sent again, or sent on to
	// another master, repeats what has failed alone, and with it the question: on a
	// connection that has written nothing, so that all replicas seem to have everything.
	// A transaction that is not where its slot is does nothing instead.
	private List<CompletableFuture<ScriptReply>> sendTogether(List<ScriptCall> calls, ReplicaSettings wanted) {
		CompletableFuture<BatchResult<?>> first;
		try {
			first = batch(calls, wanted, RedissonTransport::evalSha);
		}
		catch (RuntimeException ex) {
			return ScriptCall.failed(calls, (call) -> RedissonErrors.unconnected(call, ex));
		}
		CompletableFuture<BatchResult<?>> sent = RedisReplies.loaded(first,
				() -> batch(calls, wanted, RedissonTransport::eval));
		return IntStream.range(0, calls.size())
			.mapToObj((i) -> sent
				.thenApply((result) -> calls.get(i)
					.checked(wanted, RedisReplies.of(result.getResponses().get(i)),
							RedisReplies.of((long) result.getSyncedSlaves())))
				.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(RedisErrors
					.unacknowledged(calls.get(i), RedissonErrors.failed(calls.get(i), RedisReplies.cause(failure))))))
			.toList();
	}

	private CompletableFuture<BatchResult<?>> batch(List<ScriptCall> calls, ReplicaSettings wanted,
			BiConsumer<RScriptAsync, ScriptCall> command) {
		RBatch batch = this.client.createBatch(BatchOptions.defaults()
			.executionMode(ExecutionMode.IN_MEMORY_ATOMIC)
			.retryAttempts(0)
			.responseTimeout(RedisReplies.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.sync(wanted.ack(), wanted.timeout()));
		RScriptAsync scripts = batch.getScript(StringCodec.INSTANCE);
		calls.forEach((call) -> command.accept(scripts, call));
		return batch.executeAsync().toCompletableFuture();
	}

	private static RFuture<Object> evalSha(RScriptAsync scripts, ScriptCall call) {
		return scripts.evalShaAsync(call.keys().get(0), Mode.READ_WRITE, call.script().digest(), ReturnType.LIST,
				keys(call), call.arguments().toArray());
	}

	private static RFuture<Object> eval(RScriptAsync scripts, ScriptCall call) {
		return scripts.evalAsync(call.keys().get(0), Mode.READ_WRITE, call.script().text(), ReturnType.LIST, keys(call),
				call.arguments().toArray());
	}

	private static List<Object> keys(ScriptCall call) {
		return call.keys().stream().<Object>map(RedisReplies::bytes).toList();
	}

	private static LockStoreException undurable(ScriptCall call) {
		return new LockStoreException(
				("Could not %s in Redis: Redisson does not report whether the master has it on its disk. Set "
						+ "'distlock.redis.client' to 'spring-data-redis', or 'distlock.redis.replicas.durable' to false")
					.formatted(call.purpose()),
				Outcome.PERMANENT, null);
	}

	@Override
	public boolean knowsDisks() {
		return false;
	}

	@Override
	public RedisSubscription subscribe(String channel, RedisSubscription.Listener listener) {
		return new RedissonSubscription(this.client, channel, listener);
	}

	/**
	 * Return the threads that Redisson refuses to block.
	 */
	@Override
	public String clientThreads() {
		return "redisson-netty";
	}

	@Override
	public boolean isCluster() {
		return this.client.getConfig().isClusterConfig();
	}

	@Override
	public String info(String section) {
		return run(new ScriptCall(INFO, List.of("distlock:info"), List.of(section), () -> "ask for information"))
			.text(0);
	}

	@Override
	public KeyScan scan(String pattern, int limit, Duration atMost) {
		KeyScan scan = new KeyScan(limit, atMost);
		Set<String> seen = new HashSet<>();
		int masters = 1;
		for (int i = 0; seen.size() < masters && i < masters * ROUTES && scan.wantsMore(); i++) {
			String route = "distlock:{%d}".formatted(i);
			ScriptReply page = page(route, pattern, "0");
			boolean more = seen.add(page.text(0));
			while (more) {
				scan.add(page.values().stream().skip(2).map(String::valueOf).toList());
				more = !"0".equals(page.text(1)) && scan.wantsMore();
				page = more ? page(route, pattern, page.text(1)) : page;
			}
			masters = isCluster() ? this.client.getRedisNodes(RedisNodes.CLUSTER).getMasters().size() : 1;
		}
		if (seen.size() < masters) {
			scan.cut();
		}
		return scan;
	}

	private ScriptReply page(String route, String pattern, String position) {
		return run(new ScriptCall(SCAN, List.of(route), List.of(position, pattern), () -> "list locks"));
	}

	@Override
	public void close() {
		// The client is the application's, and nothing else was opened.
	}

}
