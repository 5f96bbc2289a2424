// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Redis, with the client of the application.
 */
@NullMarked
package io.distlock.redis;

import org.jspecify.annotations.NullMarked;
