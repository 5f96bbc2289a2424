// SPDX-License-Identifier: Apache-2.0

/**
 * Statements on locks, their holders and their queue.
 */
@NullMarked
package io.distlock.jdbc.internal.sql;

import org.jspecify.annotations.NullMarked;
