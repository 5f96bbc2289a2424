// SPDX-License-Identifier: Apache-2.0

/**
 * What locks need of a client of Redis: scripts, messages, and what a server says of
 * itself.
 */
@NullMarked
package io.distlock.redis.transport;

import org.jspecify.annotations.NullMarked;
