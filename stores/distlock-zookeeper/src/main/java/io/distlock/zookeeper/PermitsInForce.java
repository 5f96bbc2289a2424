/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

import io.distlock.provider.HoldRules;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.Permits;
import io.distlock.zookeeper.Session.NodeData;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.jspecify.annotations.Nullable;

/**
 * How many permits a key has, which the container says: the number and its version. It
 * counts from when it was written last.
 */
final class PermitsInForce {

	/**
	 * When what still counts is written again.
	 */
	private static final Duration FRESH = HoldRules.PERMITS_KEPT.dividedBy(2);

	private PermitsInForce() {
	}

	/**
	 * Return how many permits there are, and bring the number of this node, if that is
	 * the one that counts.
	 * @param asked what this node brings
	 * @param now the time of the servers
	 */
	static int bring(Session session, LockPath lock, Permits asked, Instant now, String purpose, Patience patience)
			throws NoNodeException {
		NodeData container = ZooKeeperReplies.await(purpose, session.data(lock.parent(), null), patience);
		HoldRules.InForce before = read(container);
		Permits after = HoldRules.inForce(before, asked, now).permits();
		boolean stale = before == null || !before.permits().equals(after) || before.until().isBefore(now.plus(FRESH));
		if (stale && after.equals(asked)) {
			ZooKeeperReplies.await(purpose, session.setData(lock.parent(), text(asked)), patience);
		}
		return after.number();
	}

	/**
	 * Return how many permits a container says there are; zero for a lock.
	 */
	static int number(NodeData container) {
		HoldRules.InForce inForce = read(container);
		return (inForce != null) ? inForce.permits().number() : 0;
	}

	private static HoldRules.@Nullable InForce read(NodeData container) {
		String[] parts = new String(container.data(), StandardCharsets.UTF_8).split(" ");
		if (parts.length != 2) {
			return null;
		}
		try {
			return new HoldRules.InForce(new Permits(Integer.parseInt(parts[0]), Long.parseLong(parts[1])),
					Instant.ofEpochMilli(container.stat().getMtime()).plus(HoldRules.PERMITS_KEPT));
		}
		catch (IllegalArgumentException ex) {
			throw new LockStoreException("A container holds something that is no number of permits",
					LockStoreException.Outcome.PERMANENT, ex);
		}
	}

	private static byte[] text(Permits permits) {
		return (permits.number() + " " + permits.version()).getBytes(StandardCharsets.UTF_8);
	}

}
