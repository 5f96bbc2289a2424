// SPDX-License-Identifier: Apache-2.0

/**
 * Discovery, parsing and validation of {@code @ClusterScheduled} methods.
 */
@NullMarked
package io.distlock.internal.scheduling.annotated;

import org.jspecify.annotations.NullMarked;
