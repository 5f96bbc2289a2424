// SPDX-License-Identifier: Apache-2.0

/**
 * Leader elections bound to the lifecycle of an application context.
 */
@NullMarked
package io.distlock.internal.leader;

import org.jspecify.annotations.NullMarked;
