// SPDX-License-Identifier: Apache-2.0

/**
 * Tables of any content: their names, scripts and checks, transactions on them, and the
 * purge of rows that are no longer used.
 */
@NullMarked
package io.distlock.jdbc.internal.table;

import org.jspecify.annotations.NullMarked;
