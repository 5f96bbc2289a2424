// SPDX-License-Identifier: Apache-2.0

/**
 * Messages of released locks: one connection, on which those who wait are woken.
 */
@NullMarked
package io.distlock.redis.internal.wakeup;

import org.jspecify.annotations.NullMarked;
