// SPDX-License-Identifier: Apache-2.0

/**
 * Locks that belong to a transaction of a database: taken on its own connection, and
 * ended by it.
 */
@NullMarked
package io.distlock.transactional.internal;

import org.jspecify.annotations.NullMarked;
