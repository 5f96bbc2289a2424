// SPDX-License-Identifier: Apache-2.0

/**
 * Leader election: one node of the cluster leads a role, for a term with a number.
 */
@NullMarked
package io.distlock.leader;

import org.jspecify.annotations.NullMarked;
