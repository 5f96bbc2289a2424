// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks on a quorum of independent Redis masters.
 */
@NullMarked
package io.distlock.redlock.autoconfigure;

import org.jspecify.annotations.NullMarked;
