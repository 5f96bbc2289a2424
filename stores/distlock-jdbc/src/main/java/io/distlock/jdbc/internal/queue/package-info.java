// SPDX-License-Identifier: Apache-2.0

/**
 * Queue of nodes for a lock in a database, and notification of the next node.
 */
@NullMarked
package io.distlock.jdbc.internal.queue;

import org.jspecify.annotations.NullMarked;
