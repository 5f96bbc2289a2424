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

/**
 * A lock that can be kept after its owner has given it back, for example until a
 * transaction has ended. What a {@link LockEngine} returns to the calling thread should
 * be one: otherwise an explicit release takes effect at once.
 *
 * @since 0.1.0
 */
public interface DeferrableLock extends HeldLock {

	/**
	 * Let {@link #release()} and {@link #close()} wait: from now on they only say that
	 * the owner is done, and the lock stays as it is until the returned action is run.
	 * @return releases the lock; never throws, from any thread, and is safe to repeat
	 */
	Runnable deferRelease();

}
