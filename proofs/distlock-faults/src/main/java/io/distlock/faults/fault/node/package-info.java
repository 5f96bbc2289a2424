// SPDX-License-Identifier: Apache-2.0

/**
 * What happens to the nodes that lock.
 */
@NullMarked
package io.distlock.faults.fault.node;

import org.jspecify.annotations.NullMarked;
