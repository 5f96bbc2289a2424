// SPDX-License-Identifier: Apache-2.0

/**
 * The health of locks.
 */
@NullMarked
package io.distlock.health;

import org.jspecify.annotations.NullMarked;
