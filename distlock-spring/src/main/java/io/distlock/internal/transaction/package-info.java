// SPDX-License-Identifier: Apache-2.0

/**
 * Locks together with transactions.
 */
@NullMarked
package io.distlock.internal.transaction;

import org.jspecify.annotations.NullMarked;
