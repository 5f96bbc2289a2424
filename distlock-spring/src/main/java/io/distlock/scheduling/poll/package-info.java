// SPDX-License-Identifier: Apache-2.0

/**
 * Polling of a node's jobs: one thread for all jobs of a store, which reads many of them
 * at once and never runs one.
 */
@NullMarked
package io.distlock.scheduling.poll;

import org.jspecify.annotations.NullMarked;
