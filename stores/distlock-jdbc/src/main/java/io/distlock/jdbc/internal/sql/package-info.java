// SPDX-License-Identifier: Apache-2.0

/**
 * Differences between databases, and outcomes of statements.
 */
@NullMarked
package io.distlock.jdbc.internal.sql;

import org.jspecify.annotations.NullMarked;
