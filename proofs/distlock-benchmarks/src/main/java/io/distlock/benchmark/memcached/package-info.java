// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Memcached.
 */
@NullMarked
package io.distlock.benchmark.memcached;

import org.jspecify.annotations.NullMarked;
