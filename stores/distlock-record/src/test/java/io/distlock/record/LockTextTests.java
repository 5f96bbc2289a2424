// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.List;

import io.distlock.LockMode;
import io.distlock.provider.HoldRules.InForce;
import io.distlock.provider.LockOwner;
import io.distlock.provider.Permits;
import io.distlock.record.LockRecord.Holder;
import io.distlock.record.LockRecord.Waiter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LockTextTests {

	private static final long LARGEST = Long.MAX_VALUE / 1000;

	private static final LockRecord LOCK = new LockRecord(7, LockMode.SHARED, 8,
			List.of(new Holder(new LockOwner("a"), LockMode.SHARED, LARGEST, Duration.ofSeconds(30), 6, "node 1\n"),
					new Holder(new LockOwner("b"), LockMode.SHARED, 0, Duration.ofMillis(1), 7, "")),
			List.of(new Waiter("c", LockMode.EXCLUSIVE, 9), new Waiter("d", LockMode.SHARED, 10)),
			List.of(new LockOwner("e"), new LockOwner("f")),
			new InForce(new Permits(3, -2), StoreClock.instant(1_000_000)));

	private static final String TEXT = """
			lock1 7 SHARED 8
			hold a SHARED 9223372036854775 30000000 6 node+1%0A
			hold b SHARED 0 1000 7\s
			wait c EXCLUSIVE 9
			wait d SHARED 10
			left e
			left f
			permits 3 -2 1000000""";

	@Test
	void recordIsWrittenAndRead() {
		assertThat(LockText.of(LOCK)).isEqualTo(TEXT);
		assertThat(LockText.read(TEXT)).isEqualTo(LOCK);
		assertThat(LockText.read(LockText.of(LockRecord.NEW))).isEqualTo(LockRecord.NEW);
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1", "9223372036854776", "1.5", "" })
	void numberThatIsNoTimeIsRejected(String number) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> LockText.read(TEXT.replace("wait c EXCLUSIVE 9", "wait c EXCLUSIVE " + number)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "lock2 7 SHARED 8", "lock1 7 SHARED 8\nkeep a", "lock1 7 OTHER 8" })
	void textOfAnotherFormatIsRejected(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> LockText.read(text));
	}

}
