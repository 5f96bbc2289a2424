// SPDX-License-Identifier: Apache-2.0

/**
 * Contestants that keep locks in a database.
 */
@NullMarked
package io.distlock.benchmark.sql;

import org.jspecify.annotations.NullMarked;
