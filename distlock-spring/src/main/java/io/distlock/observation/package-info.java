// SPDX-License-Identifier: Apache-2.0

/**
 * Observations and meters of locks and jobs, for Micrometer.
 */
@NullMarked
package io.distlock.observation;

import org.jspecify.annotations.NullMarked;
