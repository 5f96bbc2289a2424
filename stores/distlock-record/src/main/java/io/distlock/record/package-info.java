// SPDX-License-Identifier: Apache-2.0

/**
 * Base of providers for stores with conditional writes: a record for each key, which
 * changes by compare-and-set.
 */
@NullMarked
package io.distlock.record;

import org.jspecify.annotations.NullMarked;
