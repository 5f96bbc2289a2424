// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of leader election.
 */
@NullMarked
package io.distlock.autoconfigure.leader;

import org.jspecify.annotations.NullMarked;
