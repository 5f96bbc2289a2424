// SPDX-License-Identifier: Apache-2.0

/**
 * How long the way of one lock is, in types and calls.
 */
@NullMarked
package io.distlock.benchmark.path;

import org.jspecify.annotations.NullMarked;
