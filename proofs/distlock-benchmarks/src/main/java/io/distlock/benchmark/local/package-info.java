// SPDX-License-Identifier: Apache-2.0

/**
 * Contestants within one JVM.
 */
@NullMarked
package io.distlock.benchmark.local;

import org.jspecify.annotations.NullMarked;
