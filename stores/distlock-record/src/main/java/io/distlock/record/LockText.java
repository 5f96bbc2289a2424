// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

import io.distlock.LockMode;
import io.distlock.provider.HoldRules.InForce;
import io.distlock.provider.LockOwner;
import io.distlock.provider.Permits;
import io.distlock.record.LockRecord.Holder;
import io.distlock.record.LockRecord.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Text format of a lock record: lines that begin with the type of the item.
 */
final class LockText {

	/**
	 * Maximum number of microseconds that is representable in nanoseconds. Times and
	 * tokens are lower until the year 2262.
	 */
	private static final long LARGEST = Long.MAX_VALUE / 1000;

	private static final String LOCK = "lock1";

	private static final String HOLD = "hold";

	private static final String WAIT = "wait";

	private static final String LEFT = "left";

	private static final String PERMITS = "permits";

	private LockText() {
	}

	static String of(LockRecord lock) {
		StringJoiner lines = new StringJoiner("\n");
		lines.add(line(LOCK, lock.lastToken(), lock.lastMode(), lock.used()));
		lock.holders()
			.forEach((holder) -> lines
				.add(line(HOLD, holder.owner(), holder.mode(), holder.end(), StoreClock.micros(holder.lease()),
						holder.token(), URLEncoder.encode(holder.name(), StandardCharsets.UTF_8))));
		lock.waiters().forEach((waiter) -> lines.add(line(WAIT, waiter.contender(), waiter.mode(), waiter.until())));
		lock.released().forEach((owner) -> lines.add(line(LEFT, owner)));
		InForce permits = lock.permits();
		if (permits != null) {
			lines.add(line(PERMITS, permits.permits().number(), permits.permits().version(),
					StoreClock.micros(permits.until())));
		}
		return lines.toString();
	}

	private static String line(Object... words) {
		StringJoiner line = new StringJoiner(" ");
		for (Object word : words) {
			line.add(word.toString());
		}
		return line.toString();
	}

	/**
	 * Parse a record.
	 * @throws IllegalArgumentException if the text has another format
	 * @throws IndexOutOfBoundsException if the text is truncated
	 */
	static LockRecord read(String text) {
		String[] lines = text.split("\n");
		String[] head = words(lines[0], LOCK);
		List<Holder> holders = new ArrayList<>();
		List<Waiter> waiters = new ArrayList<>();
		List<LockOwner> released = new ArrayList<>();
		InForce permits = null;
		for (int i = 1; i < lines.length; i++) {
			String[] words = lines[i].split(" ", -1);
			switch (words[0]) {
				case HOLD -> holders.add(new Holder(new LockOwner(words[1]), LockMode.valueOf(words[2]),
						number(words[3]), Duration.of(number(words[4]), ChronoUnit.MICROS), number(words[5]),
						URLDecoder.decode(words[6], StandardCharsets.UTF_8)));
				case WAIT -> waiters.add(new Waiter(words[1], LockMode.valueOf(words[2]), number(words[3])));
				case LEFT -> released.add(new LockOwner(words[1]));
				case PERMITS -> {
					permits = permits(words);
				}
				default -> throw new IllegalArgumentException("'%s' is no part of a lock".formatted(words[0]));
			}
		}
		return new LockRecord(number(head[1]), LockMode.valueOf(head[2]), number(head[3]), List.copyOf(holders),
				List.copyOf(waiters), List.copyOf(released), permits);
	}

	private static InForce permits(String[] words) {
		return new InForce(new Permits(Integer.parseInt(words[1]), Long.parseLong(words[2])),
				StoreClock.instant(number(words[3])));
	}

	/**
	 * Parse a time, a duration or a token.
	 * @throws IllegalArgumentException if the text is not a number, or the number
	 * overflows
	 */
	static long number(String word) {
		long number = Long.parseLong(word);
		if (number < 0 || number > LARGEST) {
			throw new IllegalArgumentException("%s is neither a time nor a token".formatted(word));
		}
		return number;
	}

	static String[] words(@Nullable String line, String first) {
		String[] words = (line != null) ? line.split(" ") : new String[] { "" };
		if (!words[0].equals(first)) {
			throw new IllegalArgumentException("The text does not begin with '%s'".formatted(first));
		}
		return words;
	}

}
