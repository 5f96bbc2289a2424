// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks that belong to a transaction.
 */
@NullMarked
package io.distlock.autoconfigure.transactional;

import org.jspecify.annotations.NullMarked;
