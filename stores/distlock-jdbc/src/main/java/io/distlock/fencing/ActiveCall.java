// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.lang.ref.WeakReference;

import org.jspecify.annotations.Nullable;

/**
 * A fenced call, known to its thread while its lock is held, and afterwards for as long
 * as there is code left that could end it: a lost lock that was acquired and forgotten
 * must not refuse the transactions of its thread for ever.
 */
final class ActiveCall {

	private final WeakReference<FencedCall> call;

	private @Nullable FencedCall held;

	ActiveCall(FencedCall call) {
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
