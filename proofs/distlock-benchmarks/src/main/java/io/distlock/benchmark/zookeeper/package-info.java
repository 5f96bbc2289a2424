// SPDX-License-Identifier: Apache-2.0

/**
 * Contestants that keep locks in ZooKeeper.
 */
@NullMarked
package io.distlock.benchmark.zookeeper;

import org.jspecify.annotations.NullMarked;
