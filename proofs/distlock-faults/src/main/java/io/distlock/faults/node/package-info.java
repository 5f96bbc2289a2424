// SPDX-License-Identifier: Apache-2.0

/**
 * A JVM of the cluster under test: an application with the starter, and workers that lock
 * and write.
 */
@NullMarked
package io.distlock.faults.node;

import org.jspecify.annotations.NullMarked;
