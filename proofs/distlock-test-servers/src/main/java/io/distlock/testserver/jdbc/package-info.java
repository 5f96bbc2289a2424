// SPDX-License-Identifier: Apache-2.0

/**
 * Databases, and what pools their connections.
 */
@NullMarked
package io.distlock.testserver.jdbc;

import org.jspecify.annotations.NullMarked;
