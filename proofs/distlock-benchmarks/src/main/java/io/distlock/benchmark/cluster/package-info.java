// SPDX-License-Identifier: Apache-2.0

/**
 * Workloads of several JVMs.
 */
@NullMarked
package io.distlock.benchmark.cluster;

import org.jspecify.annotations.NullMarked;
