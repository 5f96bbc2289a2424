// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for fencing tokens.
 */
@NullMarked
package io.distlock.autoconfigure.fencing;

import org.jspecify.annotations.NullMarked;
