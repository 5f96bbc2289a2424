// SPDX-License-Identifier: Apache-2.0

/**
 * Locks bound to a database transaction: acquired on its connection, and released by its
 * end.
 */
@NullMarked
package io.distlock.transactional.internal;

import org.jspecify.annotations.NullMarked;
