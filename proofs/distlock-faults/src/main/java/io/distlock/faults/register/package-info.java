// SPDX-License-Identifier: Apache-2.0

/**
 * What the locks guard: a register that refuses tokens which are out of date.
 */
@NullMarked
package io.distlock.faults.register;

import org.jspecify.annotations.NullMarked;
