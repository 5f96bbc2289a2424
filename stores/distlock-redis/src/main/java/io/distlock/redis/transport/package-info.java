// SPDX-License-Identifier: Apache-2.0

/**
 * Requirements of locks for a Redis client: scripts, messages, and what a server says of
 * itself.
 */
@NullMarked
package io.distlock.redis.transport;

import org.jspecify.annotations.NullMarked;
