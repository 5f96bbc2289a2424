// SPDX-License-Identifier: Apache-2.0

/**
 * Settings that the provider and the clients of Redis share.
 */
@NullMarked
package io.distlock.redis.settings;

import org.jspecify.annotations.NullMarked;
