// SPDX-License-Identifier: Apache-2.0

/**
 * Requirements of locks for a Redis client: scripts and messages.
 */
@NullMarked
package io.distlock.redis.internal.transport;

import org.jspecify.annotations.NullMarked;
