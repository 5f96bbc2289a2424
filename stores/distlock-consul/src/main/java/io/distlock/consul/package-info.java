// SPDX-License-Identifier: Apache-2.0

/**
 * Locks and jobs in Consul, over its HTTP interface.
 */
@NullMarked
package io.distlock.consul;

import org.jspecify.annotations.NullMarked;
