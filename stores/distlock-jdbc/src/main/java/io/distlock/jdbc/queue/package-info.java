// SPDX-License-Identifier: Apache-2.0

/**
 * How nodes stand in line for a lock in a database, and how the one whose turn it is
 * learns of that.
 */
@NullMarked
package io.distlock.jdbc.queue;

import org.jspecify.annotations.NullMarked;
