// SPDX-License-Identifier: Apache-2.0

/**
 * Messages of released locks: one connection for each master, which wakes those who wait.
 */
@NullMarked
package io.distlock.redis.wakeup;

import org.jspecify.annotations.NullMarked;
