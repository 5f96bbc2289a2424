// SPDX-License-Identifier: Apache-2.0

/**
 * Threads of the library, and uninterruptible calls.
 */
@NullMarked
package io.distlock.internal.thread;

import org.jspecify.annotations.NullMarked;
