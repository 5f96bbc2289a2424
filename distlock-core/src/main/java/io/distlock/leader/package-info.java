// SPDX-License-Identifier: Apache-2.0

/**
 * Leader election: one node of the cluster leads a role for a numbered term.
 */
@NullMarked
package io.distlock.leader;

import org.jspecify.annotations.NullMarked;
