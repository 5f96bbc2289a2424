// SPDX-License-Identifier: Apache-2.0

/**
 * Nodes in JVMs of their own that hold locks and roles, are killed, stopped and cut off,
 * and whose trust in what they hold is compared afterwards.
 */
@NullMarked
package io.distlock.contract.process;

import org.jspecify.annotations.NullMarked;
