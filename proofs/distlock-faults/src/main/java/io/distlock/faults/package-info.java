// SPDX-License-Identifier: Apache-2.0

/**
 * Breaks stores, networks and nodes while a cluster of JVMs locks, and checks what was
 * promised.
 */
@NullMarked
package io.distlock.faults;

import org.jspecify.annotations.NullMarked;
