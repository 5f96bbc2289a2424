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

package io.distlock.transactional;

import io.distlock.testserver.TestDatabase;
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
