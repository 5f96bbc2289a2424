// SPDX-License-Identifier: Apache-2.0

/**
 * Settings shared by the provider and the clients of Redis.
 */
@NullMarked
package io.distlock.redis.settings;

import org.jspecify.annotations.NullMarked;
