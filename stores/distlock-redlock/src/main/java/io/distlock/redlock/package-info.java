// SPDX-License-Identifier: Apache-2.0

/**
 * Locks on a quorum of independent Redis masters.
 */
@NullMarked
package io.distlock.redlock;

import org.jspecify.annotations.NullMarked;
