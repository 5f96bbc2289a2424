// SPDX-License-Identifier: Apache-2.0

/**
 * Locks and jobs in stores with session-bound keys, such as etcd, based on ordered
 * queues. Contains all store-independent parts; a {@link io.distlock.line.LineStore}
 * implements the operations of a store.
 * <p>
 * See the page 'own-provider' of the reference.
 */
@NullMarked
package io.distlock.line;

import org.jspecify.annotations.NullMarked;
