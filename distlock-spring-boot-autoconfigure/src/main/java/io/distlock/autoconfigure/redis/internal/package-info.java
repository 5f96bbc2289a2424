// SPDX-License-Identifier: Apache-2.0

/**
 * Properties of locks in Redis.
 */
@NullMarked
package io.distlock.autoconfigure.redis.internal;

import org.jspecify.annotations.NullMarked;
