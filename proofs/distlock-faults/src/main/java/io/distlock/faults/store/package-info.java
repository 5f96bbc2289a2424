// SPDX-License-Identifier: Apache-2.0

/**
 * What a store under test is, and what faults may do to it.
 */
@NullMarked
package io.distlock.faults.store;

import org.jspecify.annotations.NullMarked;
