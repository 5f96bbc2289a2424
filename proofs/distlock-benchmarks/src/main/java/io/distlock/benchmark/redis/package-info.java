// SPDX-License-Identifier: Apache-2.0

/**
 * Contestants that keep locks in Redis.
 */
@NullMarked
package io.distlock.benchmark.redis;

import org.jspecify.annotations.NullMarked;
