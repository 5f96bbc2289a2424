// SPDX-License-Identifier: Apache-2.0

/**
 * Clusters of up to thousands of nodes in virtual time.
 */
@org.jspecify.annotations.NullMarked
package io.distlock.simulation;
