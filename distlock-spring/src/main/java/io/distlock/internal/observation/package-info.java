// SPDX-License-Identifier: Apache-2.0

/**
 * Registers the meters of locks, jobs and leaders with Micrometer.
 */
@NullMarked
package io.distlock.internal.observation;

import org.jspecify.annotations.NullMarked;
