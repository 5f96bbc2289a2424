// SPDX-License-Identifier: Apache-2.0

/**
 * What an engine does in the background: threads, timers, and the clock that they go by.
 */
@NullMarked
package io.distlock.internal.task;

import org.jspecify.annotations.NullMarked;
