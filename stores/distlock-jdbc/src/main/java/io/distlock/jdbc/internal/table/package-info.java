// SPDX-License-Identifier: Apache-2.0

/**
 * Common functions for tables: names, scripts, verification, transactions, and the purge
 * of unused rows.
 */
@NullMarked
package io.distlock.jdbc.internal.table;

import org.jspecify.annotations.NullMarked;
