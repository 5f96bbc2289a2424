// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in etcd, beside the client's own.
 */
@NullMarked
package io.distlock.benchmark.etcd;

import org.jspecify.annotations.NullMarked;
