// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;

import io.distlock.autoconfigure.LockConfigurationException;

/**
 * Checks that the independent masters that the application names can decide by majority.
 */
final class RedlockNodes {

	/**
	 * Lists the masters by their addresses.
	 */
	static final String ADDRESSES = "distlock.redis.redlock.nodes";

	/**
	 * Lists the masters by the names of their connection factories.
	 */
	static final String FACTORIES = "distlock.redis.redlock.factories";

	private static final int FEWEST = 3;

	private RedlockNodes() {
	}

	/**
	 * Return the masters.
	 * @param redlock what the application says of them
	 * @param masters the ways to them
	 * @return the masters, in the order of the configuration
	 * @throws LockConfigurationException if they do not do
	 */
	static List<RedlockMaster> of(DistlockRedisProperties.Redlock redlock, RedlockMasters masters) {
		if (!redlock.getNodes().isEmpty() && !redlock.getFactories().isEmpty()) {
			throw new LockConfigurationException("Both '%s' and '%s' are set.".formatted(ADDRESSES, FACTORIES),
					"Name all masters by the first of them, or all by the second.");
		}
		return redlock.getFactories().isEmpty() ? checked(ADDRESSES, masters.at(ADDRESSES, redlock.getNodes()))
				: checked(FACTORIES, masters.behind(FACTORIES, redlock.getFactories()));
	}

	private static List<RedlockMaster> checked(String property, List<RedlockMaster> masters) {
		int size = masters.size();
		if (size < FEWEST) {
			throw new LockConfigurationException("'%s' names %d master(s), %s.".formatted(property, size, masters),
					"Name 3, 5 or another odd number of independent masters. For a single server leave the property out, "
							+ "and set spring.data.redis.host.");
		}
		if (size % 2 == 0) {
			throw new LockConfigurationException("'%s' names %d masters, %s.".formatted(property, size, masters),
					"Name an odd number: one master less survives as many failures, and one more survives another.");
		}
		for (int i = 0; i < size; i++) {
			for (int j = 0; j < i; j++) {
				checkDifferent(masters.get(j), masters.get(i));
			}
		}
		return masters;
	}

	private static void checkDifferent(RedlockMaster first, RedlockMaster second) {
		if (first.isSameServer(second)) {
			throw new LockConfigurationException(
					"'%s' is '%s', the same server as '%s', '%s': its vote would count twice."
						.formatted(second.property(), second, first.property(), first),
					"Name a different, independent server for each entry; a second database of the same server does not count as independent.");
		}
	}

}
