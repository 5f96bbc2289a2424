// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in Redis.
 */
@NullMarked
package io.distlock.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
