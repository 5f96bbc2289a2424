// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.function.BiFunction;

/**
 * The least that a lock can ask of Redis, as two commands.
 *
 * @param name what the tables call it
 * @param release makes the second command, of the key and its owner
 */
record BareCycle(String name, BiFunction<String, String, Object[]> release) implements PipelinedCycle {

	static BareCycle plain() {
		return new BareCycle("SET NX PX, DEL", (key, owner) -> new Object[] { "DEL", key });
	}

	/**
	 * What {@link LettuceFloor} sends.
	 * @param script the digest of its script
	 */
	static BareCycle floor(String script) {
		return new BareCycle(LettuceFloor.NAME, (key, owner) -> new Object[] { "EVALSHA", script, 1, key, owner });
	}

	@Override
	public Object[] acquire(int cycle) {
		return new Object[] { "SET", key(cycle), owner(cycle), "NX", "PX", 30_000 };
	}

	@Override
	public Object[] release(int cycle, Object reply) {
		return this.release.apply(key(cycle), owner(cycle));
	}

	@Override
	public boolean isReleased(Object reply) {
		return reply.equals(1L);
	}

	private static String key(int cycle) {
		return "distlock:{bench:" + cycle % DistlockCalls.KEYS + "}";
	}

	private static String owner(int cycle) {
		return "0123456789abcdefABCDEF:" + Integer.toString(cycle, Character.MAX_RADIX);
	}

}
