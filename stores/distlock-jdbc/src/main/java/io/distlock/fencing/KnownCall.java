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

package io.distlock.fencing;

import java.lang.ref.WeakReference;

import org.jspecify.annotations.Nullable;

/**
 * A fenced call, known to its thread while its lock is held, and afterwards for as long
 * as there is code left that could end it: a lost lock that was acquired and forgotten
 * must not refuse the transactions of its thread for ever.
 */
final class KnownCall {

	private final WeakReference<FencedCall> call;

	private @Nullable FencedCall held;

	KnownCall(FencedCall call) {
		this.call = new WeakReference<>(call);
		this.held = call;
	}

	/**
	 * Return the call, or {@code null} if it is over.
	 */
	@Nullable FencedCall get() {
		if (this.held != null && !this.held.lock().isHeld()) {
			this.held = null;
		}
		FencedCall call = this.call.get();
		return (call != null && !call.isOver()) ? call : null;
	}

}
