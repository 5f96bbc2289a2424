// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in Memcached.
 */
@NullMarked
package io.distlock.autoconfigure.memcached;

import org.jspecify.annotations.NullMarked;
