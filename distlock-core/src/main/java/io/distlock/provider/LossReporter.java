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

package io.distlock.provider;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * A store whose client may learn that locks are lost before a renewal asks for them, such
 * as by the end of a session. Implemented by providers beside {@link LockProvider}.
 * Nothing depends on a report: without one, a loss shows at the next renewal, or at the
 * end of the lease.
 *
 * @since 0.1.0
 */
public interface LossReporter {

	/**
	 * Tell of losses from now on.
	 * @param listener told whose locks are surely lost, from any thread; returns at once
	 */
	void addLossListener(Consumer<Collection<LockOwner>> listener);

	/**
	 * Tell of losses no longer.
	 * @param listener the listener, as it was added
	 */
	void removeLossListener(Consumer<Collection<LockOwner>> listener);

}
