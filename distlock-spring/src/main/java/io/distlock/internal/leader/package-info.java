// SPDX-License-Identifier: Apache-2.0

/**
 * Elections that start and stop with an application context.
 */
@NullMarked
package io.distlock.internal.leader;

import org.jspecify.annotations.NullMarked;
