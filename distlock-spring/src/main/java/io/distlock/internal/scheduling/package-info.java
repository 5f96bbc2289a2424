// SPDX-License-Identifier: Apache-2.0

/**
 * Settings and stores of jobs.
 */
@NullMarked
package io.distlock.internal.scheduling;

import org.jspecify.annotations.NullMarked;
