// SPDX-License-Identifier: Apache-2.0

/**
 * Locks and jobs in etcd, with jetcd.
 */
@NullMarked
package io.distlock.etcd;

import org.jspecify.annotations.NullMarked;
