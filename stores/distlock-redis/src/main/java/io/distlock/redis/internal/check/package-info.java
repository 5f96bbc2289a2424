// SPDX-License-Identifier: Apache-2.0

/**
 * Checks of a server for safe operation: version, memory policy and persistence.
 */
@NullMarked
package io.distlock.redis.internal.check;

import org.jspecify.annotations.NullMarked;
