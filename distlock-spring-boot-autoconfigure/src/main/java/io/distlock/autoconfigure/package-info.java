// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of distributed locks.
 */
@NullMarked
package io.distlock.autoconfigure;

import org.jspecify.annotations.NullMarked;
