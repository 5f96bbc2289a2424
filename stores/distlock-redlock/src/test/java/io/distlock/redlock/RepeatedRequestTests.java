// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import io.distlock.provider.LockProvider;
import io.distlock.redis.TestNodes;
import io.distlock.redis.contract.AbstractRepeatedRequestTests;
import org.junit.jupiter.api.Tag;

/**
 * Requests that reach masters twice.
 */
@Tag("timing")
class RepeatedRequestTests extends AbstractRepeatedRequestTests {

	@Override
	protected LockProvider newProvider(TestNodes nodes) {
		return RedlockStore.of(masters.all(), RedlockStore.PATIENT).newProvider();
	}

}
