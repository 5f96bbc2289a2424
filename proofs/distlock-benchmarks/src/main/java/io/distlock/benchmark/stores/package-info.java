// SPDX-License-Identifier: Apache-2.0

/**
 * All stores beside each other.
 */
@NullMarked
package io.distlock.benchmark.stores;

import org.jspecify.annotations.NullMarked;
