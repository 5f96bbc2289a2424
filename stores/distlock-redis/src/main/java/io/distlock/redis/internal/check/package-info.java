// SPDX-License-Identifier: Apache-2.0

/**
 * Whether a server keeps what it is given: its version, its memory policy, its disk.
 */
@NullMarked
package io.distlock.redis.internal.check;

import org.jspecify.annotations.NullMarked;
