// SPDX-License-Identifier: Apache-2.0

/**
 * Leaders in an application context: when nodes stand, which events they publish, and
 * what runs on the leader.
 */
@NullMarked
package io.distlock.leader.lifecycle;

import org.jspecify.annotations.NullMarked;
