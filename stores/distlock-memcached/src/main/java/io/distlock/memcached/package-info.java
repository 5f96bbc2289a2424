// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Memcached, for efficiency only.
 */
@NullMarked
package io.distlock.memcached;

import org.jspecify.annotations.NullMarked;
