// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Redis, over whichever client the application has.
 */
@NullMarked
package io.distlock.redis;

import org.jspecify.annotations.NullMarked;
