// SPDX-License-Identifier: Apache-2.0

/**
 * Locks that belong to a database transaction.
 */
@NullMarked
package io.distlock.transactional;

import org.jspecify.annotations.NullMarked;
