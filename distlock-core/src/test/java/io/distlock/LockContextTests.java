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

package io.distlock;

import java.lang.reflect.Field;
import java.time.Duration;

import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LockContextTests {

	@BeforeEach
	@AfterEach
	void release() {
		LockContext.all().forEach(HeldLock::close);
	}

	@Test
	void threadThatTakesTheNextLockBeforeItReleasesTheLastCollectsNothing() throws Exception {
		LeaseSettings settings = new LeaseSettings("context", "node", Duration.ZERO, Duration.ofSeconds(30), null,
				new LeaseSettings.HandOff(0, Duration.ZERO));
		try (LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(), settings, (event) -> {
		})) {
			LockTemplate template = new LockTemplate(engine);
			HeldLock last = template.acquire("key-0");
			for (int i = 1; i <= 50; i++) {
				HeldLock next = template.acquire("key-" + i);
				last.close();
				last = next;
			}
			assertThat(depth()).isLessThanOrEqualTo(2);
			assertThat(LockContext.all()).containsExactly(last);
			last.close();
			assertThat(LockContext.current()).isEmpty();
		}
	}

	private static int depth() throws ReflectiveOperationException {
		Field innermost = LockContext.class.getDeclaredField("innermost");
		innermost.setAccessible(true);
		Field outer = LockContext.Binding.class.getDeclaredField("outer");
		outer.setAccessible(true);
		int depth = 0;
		for (Object binding = ((ThreadLocal<?>) innermost.get(null)).get(); binding != null; binding = outer
			.get(binding)) {
			depth++;
		}
		return depth;
	}

}
