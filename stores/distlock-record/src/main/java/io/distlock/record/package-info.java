// SPDX-License-Identifier: Apache-2.0

/**
 * Base classes of providers for stores with conditional writes: one record for each key,
 * changed by compare-and-set.
 */
@NullMarked
package io.distlock.record;

import org.jspecify.annotations.NullMarked;
