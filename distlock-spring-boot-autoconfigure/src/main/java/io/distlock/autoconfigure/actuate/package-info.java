// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of endpoints and health.
 */
@NullMarked
package io.distlock.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
