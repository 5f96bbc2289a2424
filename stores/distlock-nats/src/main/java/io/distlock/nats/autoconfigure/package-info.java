// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in NATS.
 */
@NullMarked
package io.distlock.nats.autoconfigure;

import org.jspecify.annotations.NullMarked;
