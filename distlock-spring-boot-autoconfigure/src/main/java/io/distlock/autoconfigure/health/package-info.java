// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of the health indicator.
 */
@NullMarked
package io.distlock.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
