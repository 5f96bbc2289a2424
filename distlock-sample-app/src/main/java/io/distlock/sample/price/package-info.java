// SPDX-License-Identifier: Apache-2.0

/**
 * A price list that many read and one changes.
 */
@NullMarked
package io.distlock.sample.price;

import org.jspecify.annotations.NullMarked;
