// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import io.distlock.LockMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Scripts begin with a shortcut for the usual case. With it they give the same answers,
 * and leave the same behind, as without it.
 */
@Tag("safety")
class ShortcutScriptTests {

	private static final List<String> SHORTCUTS = List.of("release-unmarked", "acquire-shared-free",
			"release-shared-last");

	/**
	 * What scripts have of their shortcuts.
	 */
	private static final String VALUE = "local value = redis.call('GET', KEYS[1])\n";

	private static final int STEPS = 40;

	private static final Pattern NUMBER = Pattern.compile("\\d+");

	private final AtomicInteger shortened = new AtomicInteger();

	@ParameterizedTest
	@EnumSource
	void scriptsDoTheSameWithoutTheirShortcuts(LockMode mode) {
		for (int seed = 0; seed < 100 * Integer.getInteger("distlock.test.scale", 1); seed++) {
			try (HoldConsole with = new HoldConsole(mode);
					HoldConsole without = new HoldConsole(mode, new ScriptConsole(true, this::withoutShortcut))) {
				new Run(mode, with, without, new Random(seed), "seed " + seed).steps();
			}
		}
		assertThat(this.shortened).as("scripts that have a shortcut").hasPositiveValue();
	}

	private String withoutShortcut(String script) {
		for (String shortcut : SHORTCUTS) {
			String text = read(shortcut);
			if (script.contains(text)) {
				this.shortened.incrementAndGet();
				return script.replace(text, VALUE);
			}
		}
		return script;
	}

	private static String read(String name) {
		try (InputStream file = ShortcutScriptTests.class.getResourceAsStream(name + ".lua")) {
			return new String(file.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class Run {

		private final List<Map<String, Long>> tokens = List.of(new HashMap<>(), new HashMap<>());

		private final List<String> done = new ArrayList<>();

		private final LockMode mode;

		private final List<HoldConsole> consoles;

		private final Random random;

		private final String name;

		Run(LockMode mode, HoldConsole with, HoldConsole without, Random random, String name) {
			this.mode = mode;
			this.consoles = List.of(with, without);
			this.random = random;
			this.name = name;
		}

		void steps() {
			for (int step = 0; step < STEPS; step++) {
				String owner = "owner-" + this.random.nextInt(5);
				String node = "-node-" + this.random.nextInt(2);
				switch (this.random.nextInt(16)) {
					case 0, 1, 2, 3, 4 -> each("acquire " + owner, (i) -> granted(i, owner, key(i).acquire(owner)));
					case 5 -> each("await " + owner, (i) -> granted(i, owner, key(i).await(owner, node)));
					case 6, 7, 8, 9, 10, 11 -> each("release " + owner, (i) -> key(i).release(owner, token(i, owner)));
					case 12 -> each("renew " + owner, (i) -> key(i).renew(owner, token(i, owner)));
					case 13 -> runOut(owner);
					case 14 -> each("force", (i) -> key(i).forceRelease().size());
					default -> forgetSometimes();
				}
			}
		}

		private HoldConsole key(int console) {
			return this.consoles.get(console);
		}

		private long token(int console, String owner) {
			return this.tokens.get(console).getOrDefault(owner, 0L);
		}

		private String granted(int console, String owner, List<Object> reply) {
			long token = (long) reply.get(0);
			if (token <= 2) {
				return "%d of %d".formatted(token, reply.size());
			}
			long known = this.tokens.get(console).values().stream().mapToLong(Long::longValue).max().orElse(0);
			this.tokens.get(console).put(owner, token);
			return "granted, %d".formatted(Long.compare(token, known));
		}

		private void runOut(String owner) {
			if (this.mode != LockMode.EXCLUSIVE && holders(0).containsKey(owner)) {
				each("run out " + owner, (i) -> {
					key(i).runOut(owner);
					return "";
				});
			}
		}

		private void forgetSometimes() {
			if (this.random.nextInt(4) == 0) {
				boolean lock = this.random.nextBoolean();
				each("forget " + (lock ? "the lock" : "its holders"),
						(i) -> key(i).server.send("DEL", lock ? key(i).keys.lock() : key(i).keys.holders()));
			}
		}

		private void each(String step, Step action) {
			this.done.add(step);
			Object with = action.on(0);
			Object without = action.on(1);
			assertThat(with).as("%s of %s: %s", step, this.name, this.done).isEqualTo(without);
			assertThat(left(0)).as("left behind by %s of %s: %s", step, this.name, this.done).isEqualTo(left(1));
		}

		/**
		 * Return what is in the store, without the numbers, which are times.
		 */
		private String left(int console) {
			String record = key(console).record();
			boolean begun = record.length() > 33 && record.substring(0, 16).equals(record.substring(17, 33));
			return "%s, %s, %s, %s".formatted(NUMBER.matcher(record).replaceAll("#"), begun, holders(console),
					key(console).queue().size());
		}

		private Map<String, String> holders(int console) {
			List<?> fields = (List<?>) key(console).server.send("HGETALL", key(console).keys.holders());
			Map<String, String> holders = new TreeMap<>();
			for (int i = 0; i < fields.size(); i += 2) {
				holders.put(fields.get(i).toString(), NUMBER.matcher(fields.get(i + 1).toString()).replaceAll("#"));
			}
			return holders;
		}

	}

	@FunctionalInterface
	private interface Step {

		Object on(int console);

	}

}
