// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.util.List;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves locks bound to its thread: the next test on that thread, often
 * of another class, would take them for its own.
 *
 * @since 0.1.0
 */
public final class BoundLocksExtension implements AfterEachCallback {

	@Override
	public void afterEach(ExtensionContext context) {
		List<HeldLock> left = LockContext.all();
		List<String> keys = left.stream().map(HeldLock::key).toList();
		left.forEach(HeldLock::close);
		if (!keys.isEmpty() && context.getExecutionException().isEmpty()) {
			throw new AssertionError("The test has left these locks bound to its thread: " + keys + ". Release them");
		}
	}

}
