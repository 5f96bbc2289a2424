// SPDX-License-Identifier: Apache-2.0

/**
 * Runs jobs: the nodes that keep to the rules.
 */
@NullMarked
package io.distlock.internal.scheduling.run;

import org.jspecify.annotations.NullMarked;
