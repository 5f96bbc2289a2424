// SPDX-License-Identifier: Apache-2.0

/**
 * Jobs of the cluster: each fire time runs once, on one node.
 */
@NullMarked
package io.distlock.scheduling;

import org.jspecify.annotations.NullMarked;
