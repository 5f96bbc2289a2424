// SPDX-License-Identifier: Apache-2.0

/**
 * The table of fencing tokens, and the keys that a transaction has locked.
 */
@NullMarked
package io.distlock.fencing.internal;

import org.jspecify.annotations.NullMarked;
