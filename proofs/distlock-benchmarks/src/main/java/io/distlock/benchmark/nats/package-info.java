// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in NATS.
 */
@NullMarked
package io.distlock.benchmark.nats;

import org.jspecify.annotations.NullMarked;
