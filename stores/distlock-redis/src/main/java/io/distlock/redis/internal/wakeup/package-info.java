// SPDX-License-Identifier: Apache-2.0

/**
 * Messages about released locks: one connection, on which waiters are woken.
 */
@NullMarked
package io.distlock.redis.internal.wakeup;

import org.jspecify.annotations.NullMarked;
