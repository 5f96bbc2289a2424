// SPDX-License-Identifier: Apache-2.0

/**
 * Interaction of locks and transactions.
 */
@NullMarked
package io.distlock.internal.transaction;

import org.jspecify.annotations.NullMarked;
