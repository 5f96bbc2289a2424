// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of observations and meters.
 */
@NullMarked
package io.distlock.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
