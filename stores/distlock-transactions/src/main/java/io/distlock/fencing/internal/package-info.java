// SPDX-License-Identifier: Apache-2.0

/**
 * Table of fencing tokens, and keys that a transaction has locked.
 */
@NullMarked
package io.distlock.fencing.internal;

import org.jspecify.annotations.NullMarked;
