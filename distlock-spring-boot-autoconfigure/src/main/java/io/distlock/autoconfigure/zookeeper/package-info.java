/**
 * Auto-configuration for locks in ZooKeeper.
 */
@NullMarked
package io.distlock.autoconfigure.zookeeper;

import org.jspecify.annotations.NullMarked;
