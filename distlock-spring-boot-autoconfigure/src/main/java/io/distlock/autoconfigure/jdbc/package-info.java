// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in a table of a relational database.
 */
@NullMarked
package io.distlock.autoconfigure.jdbc;

import org.jspecify.annotations.NullMarked;
