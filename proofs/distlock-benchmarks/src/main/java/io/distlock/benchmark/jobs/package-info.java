// SPDX-License-Identifier: Apache-2.0

/**
 * What jobs of the cluster ask of their store.
 */
@NullMarked
package io.distlock.benchmark.jobs;

import org.jspecify.annotations.NullMarked;
