// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.ArrayList;
import java.util.List;

import io.distlock.autoconfigure.LockConfigurationException;

/**
 * The independent masters that the application names.
 */
final class RedlockNodes {

	static final String PROPERTY = "distlock.redis.redlock.nodes";

	private static final int FEWEST = 3;

	private final List<RedlockAddress> addresses;

	private RedlockNodes(List<RedlockAddress> addresses) {
		this.addresses = addresses;
	}

	/**
	 * Read the nodes.
	 * @param properties the properties
	 * @param otherwise who asks where a URI does not say
	 * @return the nodes
	 * @throws LockConfigurationException if they are wrong in themselves, or contradict
	 * another property
	 */
	static RedlockNodes of(DistlockRedisProperties properties, RedlockCredentials otherwise) {
		List<String> texts = properties.getRedlock().getNodes();
		RedlockAddressParser parser = new RedlockAddressParser(otherwise);
		List<RedlockAddress> addresses = new ArrayList<>();
		for (int i = 0; i < texts.size(); i++) {
			addresses.add(parser.parse("%s[%d]".formatted(PROPERTY, i), texts.get(i)));
		}
		RedlockNodes nodes = new RedlockNodes(List.copyOf(addresses));
		nodes.checkNumber();
		nodes.checkDifferent();
		checkReplicas(properties.getReplicas());
		return nodes;
	}

	List<RedlockAddress> addresses() {
		return this.addresses;
	}

	private void checkNumber() {
		int size = this.addresses.size();
		if (size < FEWEST) {
			throw new LockConfigurationException(
					"'%s' names %d master(s), %s.".formatted(PROPERTY, size, this.addresses),
					"Name 3, 5 or another odd number of independent masters. For a single server leave the property out, "
							+ "and set spring.data.redis.host.");
		}
		if (size % 2 == 0) {
			throw new LockConfigurationException("'%s' names %d masters, %s.".formatted(PROPERTY, size, this.addresses),
					"Name an odd number: one master less survives as many failures, and one more survives another.");
		}
	}

	private void checkDifferent() {
		for (int i = 0; i < this.addresses.size(); i++) {
			for (int j = 0; j < i; j++) {
				checkDifferent(this.addresses.get(j), this.addresses.get(i));
			}
		}
	}

	private static void checkDifferent(RedlockAddress first, RedlockAddress second) {
		if (first.isSameServer(second)) {
			throw new LockConfigurationException(
					"'%s' is '%s', the same server as '%s', '%s': its vote would count twice."
						.formatted(second.property(), second, first.property(), first),
					"Name a different, independent server for each entry; another database of the same server is none.");
		}
	}

	private static void checkReplicas(DistlockRedisProperties.Replicas replicas) {
		if (replicas.getAck() > 0 || replicas.isDurable()) {
			String contradiction = (replicas.getAck() > 0) ? "distlock.redis.replicas.ack' is '" + replicas.getAck()
					: "distlock.redis.replicas.durable' is 'true";
			throw new LockConfigurationException(
					"'%s' is set, and '%s': a lock is kept either by a majority of independent masters, or by one master and its replicas."
						.formatted(PROPERTY, contradiction),
					"Remove one of the two.");
		}
	}

	@Override
	public String toString() {
		return this.addresses.toString();
	}

}
