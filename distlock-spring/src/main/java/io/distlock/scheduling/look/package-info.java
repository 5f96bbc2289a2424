// SPDX-License-Identifier: Apache-2.0

/**
 * When a node looks at its jobs: one thread for all jobs of a store, which reads many of
 * them at once and never runs one.
 */
@NullMarked
package io.distlock.scheduling.look;

import org.jspecify.annotations.NullMarked;
