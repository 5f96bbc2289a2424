// SPDX-License-Identifier: Apache-2.0

/**
 * Nodes that stand in line for a lock, as a model on virtual time.
 */
@NullMarked
package io.distlock.contract.queue;

import org.jspecify.annotations.NullMarked;
