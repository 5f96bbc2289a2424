// SPDX-License-Identifier: Apache-2.0

/**
 * Requests that nodes cost their store.
 */
@NullMarked
package io.distlock.benchmark.sizing;

import org.jspecify.annotations.NullMarked;
