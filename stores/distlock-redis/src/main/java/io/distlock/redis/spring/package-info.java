// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Redis over Spring Data Redis.
 */
@NullMarked
package io.distlock.redis.spring;

import org.jspecify.annotations.NullMarked;
