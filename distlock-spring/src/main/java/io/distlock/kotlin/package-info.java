// SPDX-License-Identifier: Apache-2.0

/**
 * Locks for Kotlin code.
 */
@NullMarked
package io.distlock.kotlin;

import org.jspecify.annotations.NullMarked;
