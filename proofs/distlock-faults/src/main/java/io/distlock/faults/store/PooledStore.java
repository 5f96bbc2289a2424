// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store that shares a pool of connections with business code.
 *
 * @since 0.1.0
 */
public interface PooledStore extends Store {

}
