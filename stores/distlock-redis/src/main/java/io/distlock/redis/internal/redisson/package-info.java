// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Redis over Redisson.
 */
@NullMarked
package io.distlock.redis.internal.redisson;

import org.jspecify.annotations.NullMarked;
