// SPDX-License-Identifier: Apache-2.0

/**
 * Methods of a node that hold a lock while they work.
 */
@NullMarked
package io.distlock.faults.node.method;

import org.jspecify.annotations.NullMarked;
