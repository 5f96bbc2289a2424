// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in code that is written in Kotlin.
 */
@NullMarked
package io.distlock.kotlin;

import org.jspecify.annotations.NullMarked;
