// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Redis over Spring Data Redis.
 */
@NullMarked
package io.distlock.redis.internal.spring;

import org.jspecify.annotations.NullMarked;
