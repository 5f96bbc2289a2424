// SPDX-License-Identifier: Apache-2.0

/**
 * Finds, reads and checks methods with {@code @ClusterScheduled}.
 */
@NullMarked
package io.distlock.internal.scheduling.annotated;

import org.jspecify.annotations.NullMarked;
