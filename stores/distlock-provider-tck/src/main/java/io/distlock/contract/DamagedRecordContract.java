// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The record of a held lock is damaged at random: a provider uses it as a valid record,
 * or refuses it with its place and the remedy. A forced release or the remedy makes the
 * key usable again, and other keys are not affected.
 *
 * @since 0.1.0
 */
public abstract class DamagedRecordContract extends LockContract {

	private static final long SEED = Long.getLong("distlock.test.seed", 7);

	private static final int ROUNDS = 60 * SCALE;

	private static final Pattern PART = Pattern.compile("[^ \n]+");

	private static final Pattern NUMBER = Pattern.compile("(?<!\\w)\\d{4,}(?!\\w)");

	private static final List<String> NUMBERS = List.of("0", "-1", "8".repeat(15), "8".repeat(16), "9".repeat(18),
			String.valueOf(Long.MAX_VALUE), "9".repeat(40));

	@Test
	void damagedRecordIsUsedAsValidOneOrRefusedWithTheRemedy() {
		Random random = new Random(SEED);
		TestNode node = node();
		LockProvider operator = openProvider();
		String beside = key("beside");
		HeldLock held = node.template.acquire(request(beside).leaseTime(PATIENCE));
		for (int round = 0; round < ROUNDS; round++) {
			LockKey key = TestNode.key(key("damaged" + round));
			boolean shared = round % 3 == 2 && operator.modes().contains(LockMode.SHARED);
			List<Lease> leases = shared ? List.of(share(operator, key), share(operator, key))
					: List.of(crashedHolder(operator, key.name(), PATIENCE));
			String record = store().readRecord(key);
			Assumptions.assumeTrue(record != null, "The store has no hook for damaged records");
			String damaged = damage(record, random);
			if (store().writeRecord(key, damaged)) {
				assertThat(inThread(() -> becomesFree(node, operator, leases, beside)))
					.as("seed %d, round %d, record <%s> damaged to <%s>", SEED, round, record, damaged)
					.succeedsWithin(PATIENCE)
					.isEqualTo(true);
			}
			store().delete(key);
		}
		assertThat(held.release()).isTrue();
		assertThat(node.losses).isEmpty();
	}

	private boolean becomesFree(TestNode node, LockProvider operator, List<Lease> leases, String beside) {
		LockKey key = leases.get(0).key().in(LockMode.EXCLUSIVE);
		LockRequest once = once(key.name());
		refuses(node, key, once);
		refuses(node, key, LockRequest.ofAll(List.of(key.name(), key("with"))).waitTime(Duration.ZERO));
		if (operator.modes().contains(LockMode.SHARED)) {
			refuses(node, key, once.shared());
		}
		Renewed.of(operator, leases);
		if (operator instanceof LockCatalog) {
			assertThat(listed(operator)).extracting(StoredLock::key).contains(TestNode.key(beside).encoded(200));
		}
		if (!forceRelease(operator, key) || refuses(node, key, once)) {
			store().delete(key);
		}
		HeldLock next = node.template.acquire(once.waitTime(Duration.ofSeconds(10)));
		assertRising(List.of(token(next)));
		return next.release();
	}

	private boolean refuses(TestNode node, LockKey key, LockRequest request) {
		try {
			node.template.tryAcquire(request).ifPresent(HeldLock::close);
			return false;
		}
		catch (LockProviderException ex) {
			assertRemedy(ex, key);
			return true;
		}
	}

	private boolean forceRelease(LockProvider operator, LockKey key) {
		try {
			if (operator instanceof ForcedRelease force) {
				force.forceRelease(key);
				return true;
			}
		}
		catch (LockStoreException ex) {
			assertRemedy(ex, key);
		}
		return false;
	}

	private void assertRemedy(RuntimeException refusal, LockKey key) {
		assertThat(refusal).message().contains(store().place(key)).containsIgnoringCase("delete");
	}

	private static Lease share(LockProvider provider, LockKey key) {
		LockClaim claim = LockClaim.of(key.in(LockMode.SHARED), PATIENCE, 1, "crashed");
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return ((Attempt.Granted) firstAnswer(contender, owner())).lease();
		}
	}

	private static String damage(String record, Random random) {
		int at = random.nextInt(record.length());
		int end = at + 1 + random.nextInt(record.length() - at);
		return switch (random.nextInt(7)) {
			case 0 -> record.substring(0, at);
			case 1 -> record.substring(0, at) + record.substring(end);
			case 2 -> record.substring(0, end) + record.substring(at);
			case 3 -> record.substring(0, at) + (char) (' ' + random.nextInt(95)) + record.substring(at + 1);
			case 4 -> swapped(record, random);
			default -> replaced(record, any(NUMBER, record, random), NUMBERS.get(random.nextInt(NUMBERS.size())));
		};
	}

	private static String swapped(String record, Random random) {
		MatchResult one = any(PART, record, random);
		MatchResult other = any(PART, record, random);
		MatchResult first = (one.start() < other.start()) ? one : other;
		MatchResult last = (first == one) ? other : one;
		return replaced(replaced(record, last, first.group()), first, last.group());
	}

	private static MatchResult any(Pattern pattern, String record, Random random) {
		List<MatchResult> found = pattern.matcher(record).results().toList();
		return found.get(random.nextInt(found.size()));
	}

	private static String replaced(String record, MatchResult part, String text) {
		return record.substring(0, part.start()) + text + record.substring(part.end());
	}

}
