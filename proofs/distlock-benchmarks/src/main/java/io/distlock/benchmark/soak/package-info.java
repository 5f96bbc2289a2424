// SPDX-License-Identifier: Apache-2.0

/**
 * Resources of applications and stores under a steady load of all kinds of locks.
 */
@NullMarked
package io.distlock.benchmark.soak;

import org.jspecify.annotations.NullMarked;
