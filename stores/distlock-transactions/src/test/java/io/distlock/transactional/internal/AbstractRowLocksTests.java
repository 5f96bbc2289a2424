// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What locks of transactions keep on databases that lock rows.
 */
abstract class AbstractRowLocksTests extends AbstractTransactionLocksTests {

	AbstractRowLocksTests(TestDatabase database) {
		super(database);
	}

	@Test
	void rowThatIsGoneIsMadeAgain() {
		this.node.run(() -> this.node.locks.lock("a"));
		assertThat(this.node.jdbc.update("delete from DISTLOCK_FENCE")).isEqualTo(1);
		this.node.run(() -> {
			this.node.locks.lock("a");
			assertThat(isFree("a")).isFalse();
		});
	}

	@Test
	void rowInUseIsNotPurged() {
		this.node.run(() -> this.node.locks.lock("a"));
		this.node.jdbc.update("update DISTLOCK_FENCE set updated_at = 1");
		this.node.run(() -> this.node.locks.lock("a"));
		assertThat(this.node.jdbc.queryForObject("select updated_at from DISTLOCK_FENCE", Long.class)).isGreaterThan(1);
	}

}
