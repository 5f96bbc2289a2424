// SPDX-License-Identifier: Apache-2.0

/**
 * Suites of all contracts that one store has to keep.
 */
@NullMarked
package io.distlock.contract.suite;

import org.jspecify.annotations.NullMarked;
