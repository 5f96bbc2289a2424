// SPDX-License-Identifier: Apache-2.0

/**
 * Background work of engines: threads, timers, and the clock.
 */
@NullMarked
package io.distlock.internal.task;

import org.jspecify.annotations.NullMarked;
