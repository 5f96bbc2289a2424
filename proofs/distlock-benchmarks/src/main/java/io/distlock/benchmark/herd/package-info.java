// SPDX-License-Identifier: Apache-2.0

/**
 * Many nodes that wait for one lock.
 */
@NullMarked
package io.distlock.benchmark.herd;

import org.jspecify.annotations.NullMarked;
