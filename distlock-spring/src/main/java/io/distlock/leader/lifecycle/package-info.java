// SPDX-License-Identifier: Apache-2.0

/**
 * Leader election in an application context: start of candidacies, events, and beans that
 * run on the leader.
 */
@NullMarked
package io.distlock.leader.lifecycle;

import org.jspecify.annotations.NullMarked;
