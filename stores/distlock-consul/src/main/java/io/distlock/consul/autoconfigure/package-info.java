// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in Consul.
 */
@NullMarked
package io.distlock.consul.autoconfigure;

import org.jspecify.annotations.NullMarked;
