// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in Memcached.
 */
@NullMarked
package io.distlock.memcached.autoconfigure;

import org.jspecify.annotations.NullMarked;
