// SPDX-License-Identifier: Apache-2.0

/**
 * Locks in ZooKeeper, over the application's Curator client.
 */
@NullMarked
package io.distlock.zookeeper;

import org.jspecify.annotations.NullMarked;
