// SPDX-License-Identifier: Apache-2.0

/**
 * Dialects of databases, and execution of statements.
 */
@NullMarked
package io.distlock.jdbc.internal.dialect;

import org.jspecify.annotations.NullMarked;
