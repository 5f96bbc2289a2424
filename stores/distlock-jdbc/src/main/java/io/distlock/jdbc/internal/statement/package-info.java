// SPDX-License-Identifier: Apache-2.0

/**
 * Statements on the rows of locks.
 */
@NullMarked
package io.distlock.jdbc.internal.statement;

import org.jspecify.annotations.NullMarked;
