// SPDX-License-Identifier: Apache-2.0

/**
 * ZooKeeper: one server and an ensemble, in this JVM and in others.
 */
@NullMarked
package io.distlock.testserver.zookeeper;

import org.jspecify.annotations.NullMarked;
