// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in ZooKeeper.
 */
@NullMarked
package io.distlock.autoconfigure.zookeeper;

import org.jspecify.annotations.NullMarked;
