// SPDX-License-Identifier: Apache-2.0

/**
 * The lock engine: local queue per key, hand-over, watchdog, validity by the monotonic
 * clock.
 */
@NullMarked
package io.distlock.lease;

import org.jspecify.annotations.NullMarked;
