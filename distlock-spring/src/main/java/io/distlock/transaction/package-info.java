// SPDX-License-Identifier: Apache-2.0

/**
 * Locks together with transactions.
 */
@NullMarked
package io.distlock.transaction;

import org.jspecify.annotations.NullMarked;
