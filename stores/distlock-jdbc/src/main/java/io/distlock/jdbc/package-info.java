// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in a table of a relational database: leases by the database's clock, with one
 * statement for an acquisition and one for a release, on own connections.
 */
@NullMarked
package io.distlock.jdbc;

import org.jspecify.annotations.NullMarked;
