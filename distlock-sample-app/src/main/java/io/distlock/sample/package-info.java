// SPDX-License-Identifier: Apache-2.0

/**
 * A small shop that runs on several nodes and never sells more than it has.
 */
@NullMarked
package io.distlock.sample;

import org.jspecify.annotations.NullMarked;
