// SPDX-License-Identifier: Apache-2.0

/**
 * Execution of jobs on a node, according to the rules.
 */
@NullMarked
package io.distlock.internal.scheduling.run;

import org.jspecify.annotations.NullMarked;
