// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in a table of a relational database: leases by the database's clock, one
 * statement to acquire and one to release, on connections of their own.
 */
@NullMarked
package io.distlock.jdbc;

import org.jspecify.annotations.NullMarked;
