// SPDX-License-Identifier: Apache-2.0

/**
 * The rules that histories are checked against.
 */
@NullMarked
package io.distlock.faults.check;

import org.jspecify.annotations.NullMarked;
