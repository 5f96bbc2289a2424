// SPDX-License-Identifier: Apache-2.0

/**
 * Bugs that are put into the library on purpose, to see that they are found.
 */
@NullMarked
package io.distlock.faults.mutant;

import org.jspecify.annotations.NullMarked;
