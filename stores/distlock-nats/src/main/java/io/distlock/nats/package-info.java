// SPDX-License-Identifier: Apache-2.0

/**
 * Locks and jobs in NATS JetStream.
 */
@NullMarked
package io.distlock.nats;

import org.jspecify.annotations.NullMarked;
