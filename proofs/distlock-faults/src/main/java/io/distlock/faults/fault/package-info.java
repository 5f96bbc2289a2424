// SPDX-License-Identifier: Apache-2.0

/**
 * What a fault is, where it happens and whom it hits.
 */
@NullMarked
package io.distlock.faults.fault;

import org.jspecify.annotations.NullMarked;
