// SPDX-License-Identifier: Apache-2.0

/**
 * Keys that a transaction has locked.
 */
@NullMarked
package io.distlock.fencing.internal;

import org.jspecify.annotations.NullMarked;
