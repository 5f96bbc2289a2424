// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in Consul.
 */
@NullMarked
package io.distlock.benchmark.consul;

import org.jspecify.annotations.NullMarked;
