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
