// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

import io.distlock.provider.HoldRules;
import io.distlock.provider.HoldRules.InForce;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import io.distlock.zookeeper.Session.NodeData;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * Number of permits of each key. The number is valid for a minute, even without a held
 * permit, so it cannot be kept in the container of the key, which the server removes
 * after the last holder. It is kept next to the locks, in tables shared by many keys:
 * each change of a table removes expired entries.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 */
final class PermitsInForce {

	/**
	 * Age at which a valid entry is renewed.
	 */
	private static final Duration REWRITE_AGE = HoldRules.PERMITS_KEPT.dividedBy(2);

	/**
	 * Maximum number of conflicting changes by other nodes.
	 */
	private static final int ROUNDS = 100;

	/**
	 * Maximum size of a table. By default, servers accept requests of up to one mebibyte.
	 */
	private static final int MAX_BYTES = 900_000;

	private final String tables;

	private final ClientAcls acls;

	PermitsInForce(CuratorFramework client, ZooKeeperLockSettings settings) {
		this.tables = ZKPaths.fixForNamespace(client.getNamespace(), settings.rootPath() + "/permits");
		this.acls = new ClientAcls(client);
	}

	/**
	 * Return the number of permits in force, and write the number of this node if it
	 * takes precedence.
	 * @param key the encoded key
	 * @param asked the number that this node declares
	 * @param now the time of the servers
	 */
	int declare(Session session, String key, Permits asked, Instant now, String purpose, Deadline deadline) {
		for (int round = 0; round < ROUNDS; round++) {
			try {
				NodeData node = ZooKeeperReplies.await(purpose, session.data(table(key), null), deadline);
				Map<String, InForce> table = read(key, node, purpose);
				InForce before = table.get(key);
				InForce after = HoldRules.inForce(before, asked, now);
				if (isFresh(before, after, now)) {
					return after.permits().number();
				}
				byte[] changed = bytes(with(table, key, after, now));
				ZooKeeperReplies.await(purpose,
						session.multi(List.of(Op.setData(table(key), changed, node.stat().getVersion()))), deadline);
				return after.permits().number();
			}
			catch (NoNodeException ex) {
				this.acls.make(session, table(key), purpose, deadline);
			}
			catch (LockStoreException ex) {
				// Another node may have changed the table first.
				if (!(ex.getCause() instanceof BadVersionException)) {
					throw ex;
				}
			}
		}
		throw new LockStoreException(
				"Could not %s in ZooKeeper: too many nodes are changing numbers of permits. Try again"
					.formatted(purpose),
				Outcome.TRANSIENT, null);
	}

	/**
	 * Return the number of permits in force for a key, at least one.
	 * @param key the encoded key
	 */
	int number(Session session, String key, String purpose) {
		NodeData node = ZooKeeperReplies.find(purpose, session.data(table(key), null));
		InForce number = (node != null) ? read(key, node, purpose).get(key) : null;
		return (number != null) ? Math.max(1, number.permits().number()) : 1;
	}

	/**
	 * Return the number of permits of a key for display: one if the table is corrupt.
	 * @param key the encoded key
	 */
	int listed(Session session, String key, String purpose) {
		try {
			return number(session, key, purpose);
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != Outcome.PERMANENT) {
				throw ex;
			}
			return 1;
		}
	}

	private static boolean isFresh(@Nullable InForce before, InForce after, Instant now) {
		return before != null && before.permits().equals(after.permits())
				&& !before.until().isBefore(now.plus(REWRITE_AGE));
	}

	private Map<String, InForce> read(String key, NodeData node, String purpose) {
		try {
			return read(node.data());
		}
		catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException ex) {
			throw new LockStoreException("Could not %s in ZooKeeper: '%s' does not hold a table of permits. Delete it"
				.formatted(purpose, table(key)), Outcome.PERMANENT, ex);
		}
	}

	/**
	 * Parse the table in a node: readable lines of text, each with key, number, version
	 * and expiry.
	 */
	static Map<String, InForce> read(byte[] data) {
		Map<String, InForce> numbers = new TreeMap<>();
		new String(data, StandardCharsets.UTF_8).lines().map((line) -> line.split(" ")).forEach((line) -> {
			Permits permits = new Permits(Integer.parseInt(line[1]), Long.parseLong(line[2]));
			numbers.put(line[0], new InForce(permits, Instant.parse(line[3])));
		});
		return numbers;
	}

	/**
	 * Return the table with the number of a key and without expired entries.
	 */
	static Map<String, InForce> with(Map<String, InForce> numbers, String key, InForce number, Instant now) {
		Map<String, InForce> kept = new TreeMap<>(numbers);
		kept.values().removeIf((old) -> !old.until().isAfter(now));
		kept.put(key, number);
		return kept;
	}

	static byte[] bytes(Map<String, InForce> numbers) {
		StringJoiner lines = new StringJoiner("\n");
		numbers.forEach((key, number) -> lines
			.add("%s %d %d %s".formatted(key, number.permits().number(), number.permits().version(), number.until())));
		byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
		if (bytes.length > MAX_BYTES) {
			throw new LockStoreException(
					"Too many keys have permits: %d of them share a node in ZooKeeper. Use fewer keys, or another store"
						.formatted(numbers.size()),
					Outcome.TRANSIENT, null);
		}
		return bytes;
	}

	private String table(String key) {
		return this.tables + '/' + HexFormat.of().toHexDigits((byte) key.hashCode());
	}

}
