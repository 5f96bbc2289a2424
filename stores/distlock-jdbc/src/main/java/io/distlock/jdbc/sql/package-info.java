// SPDX-License-Identifier: Apache-2.0

/**
 * What differs between databases, and what becomes of statements.
 */
@NullMarked
package io.distlock.jdbc.sql;

import org.jspecify.annotations.NullMarked;
