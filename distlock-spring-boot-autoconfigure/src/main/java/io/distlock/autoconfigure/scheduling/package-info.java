// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of the cluster's jobs.
 */
@NullMarked
package io.distlock.autoconfigure.scheduling;

import org.jspecify.annotations.NullMarked;
