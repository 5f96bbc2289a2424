// SPDX-License-Identifier: Apache-2.0

/**
 * The stores under test, and how to break them.
 */
@NullMarked
package io.distlock.faults.store;

import org.jspecify.annotations.NullMarked;
