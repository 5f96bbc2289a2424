// SPDX-License-Identifier: Apache-2.0

/**
 * Redis: alone, as a cluster, with replicas and sentinels.
 */
@NullMarked
package io.distlock.testserver.redis;

import org.jspecify.annotations.NullMarked;
