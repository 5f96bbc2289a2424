// SPDX-License-Identifier: Apache-2.0

/**
 * Starts the shop on several nodes of this machine.
 */
@NullMarked
package io.distlock.sample.cluster;

import org.jspecify.annotations.NullMarked;
