// SPDX-License-Identifier: Apache-2.0

/**
 * What locks and transactions have to do with each other.
 */
@NullMarked
package io.distlock.transaction;

import org.jspecify.annotations.NullMarked;
