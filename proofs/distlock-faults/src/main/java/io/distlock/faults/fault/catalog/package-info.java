// SPDX-License-Identifier: Apache-2.0

/**
 * The faults there are, in the order in which they run.
 */
@NullMarked
package io.distlock.faults.fault.catalog;

import org.jspecify.annotations.NullMarked;
