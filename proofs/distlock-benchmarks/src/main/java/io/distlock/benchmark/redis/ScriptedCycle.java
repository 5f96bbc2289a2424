// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.List;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.redis.DistlockCalls.Call;
import io.distlock.benchmark.redis.DistlockCalls.Cycle;
import io.distlock.testserver.redis.RedisConsole;

/**
 * Cycles that were written down, with the same scripts or others.
 */
final class ScriptedCycle implements PipelinedCycle {

	/**
	 * Tokens are microseconds since 1970, and no other number of a reply is as great.
	 */
	private static final long LEAST_TOKEN = 1_000_000_000_000_000L;

	private final String name;

	private final List<Cycle> cycles;

	private final String acquire;

	private final String release;

	private ScriptedCycle(String name, List<Cycle> cycles, String acquire, String release) {
		this.name = name;
		this.cycles = cycles;
		this.acquire = acquire;
		this.release = release;
	}

	/**
	 * What distlock sends.
	 */
	static PipelinedCycle distlock(List<Cycle> cycles, RedisConsole console) {
		return new ScriptedCycle(StoreSuite.OURS, cycles, load(console, cycles.get(0).acquire().script()),
				load(console, cycles.get(0).release().script()));
	}

	/**
	 * Scripts that do nothing, with the keys and arguments of distlock.
	 */
	static PipelinedCycle empty(List<Cycle> cycles, RedisConsole console) {
		String empty = load(console, "return {1}");
		return new ScriptedCycle("two empty scripts, same arguments", cycles, empty, empty);
	}

	static String load(RedisConsole console, String script) {
		return String.valueOf(console.send("SCRIPT", "LOAD", script));
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Object[] acquire(int cycle) {
		return this.cycles.get(cycle).acquire().command("EVALSHA", this.acquire);
	}

	/**
	 * Tokens are later ones now, and those that the release names are as many later.
	 */
	@Override
	public Object[] release(int cycle, Object reply) {
		Call asked = this.cycles.get(cycle).release();
		long later = token(values(reply)) - token(this.cycles.get(cycle).acquire().reply());
		return asked.command("EVALSHA", this.release,
				asked.arguments().stream().map((argument) -> moved(argument, later)).toList());
	}

	@Override
	public boolean isReleased(Object reply) {
		return values(reply).get(0).equals(1L);
	}

	private static List<?> values(Object reply) {
		return (reply instanceof List<?> values) ? values : List.of(reply);
	}

	private static long token(List<?> reply) {
		return reply.stream()
			.filter((value) -> value instanceof Long number && number >= LEAST_TOKEN)
			.mapToLong((value) -> (Long) value)
			.findFirst()
			.orElse(0);
	}

	private static String moved(String argument, long later) {
		boolean token = argument.length() >= 16 && argument.chars().allMatch(Character::isDigit);
		return (token && later > 0) ? Long.toString(Long.parseLong(argument) + later) : argument;
	}

}
