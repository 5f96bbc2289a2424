// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.time.Duration;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.KeyScan;
import io.distlock.redis.transport.LockScript;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.redis.wakeup.SingleMaster;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNodes;

/**
 * Uses Redisson by its public interfaces alone. Scripts take the place of what those map
 * to other names, as a scan of keys, or do not offer on every topology, as {@code INFO}.
 * A batch reports of {@code WAITAOF} how many replicas have a write on their disks, and
 * not whether the master has, so that durable grants are refused.
 *
 * @since 0.1.0
 */
public final class RedissonTransport implements RedisTransport {

	private static final LockScript INFO = LockScript.of("info", "return {redis.call('INFO', ARGV[1])}");

	/**
	 * Returns a page of a master: which master it is, where the next page begins, and
	 * keys.
	 */
	private static final LockScript SCAN = LockScript.of("scan", """
			local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000)
			local found = {string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or '', page[1]}
			for i, key in ipairs(page[2]) do found[i + 2] = key end
			return found
			""");

	/**
	 * Number of keys to try for each master, so that one leads to it.
	 */
	private static final int ROUTES = 20;

	private final RedissonClient client;

	/**
	 * Create a transport.
	 * @param client the application's client
	 */
	public RedissonTransport(RedissonClient client) {
		this.client = client;
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		return RedissonScripts.send(this.client, call);
	}

	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		if (wanted.durable()) {
			return calls.stream().map((call) -> CompletableFuture.<ScriptReply>failedFuture(undurable(call))).toList();
		}
		Map<ScriptCall, CompletableFuture<ScriptReply>> replies = new IdentityHashMap<>();
		calls.stream()
			.collect(Collectors.groupingBy(this::slot))
			.values()
			.forEach((some) -> replies.putAll(RedissonScripts.send(this.client, some, wanted)));
		return calls.stream().map(replies::get).toList();
	}

	/**
	 * Return a name for the slot of a script, or for the one master.
	 */
	private String slot(ScriptCall call) {
		String key = call.keys().get(0);
		int begin = key.indexOf('{') + 1;
		int end = key.indexOf('}', begin);
		if (!isCluster()) {
			return "";
		}
		return (begin > 0 && end > begin) ? key.substring(begin, end) : key;
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
	public Masters masters() {
		return new SingleMaster(isCluster(), this.client.getConfig().getNameMapper()::map,
				(listener) -> new RedissonSubscriptions(this.client, listener));
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
