// SPDX-License-Identifier: Apache-2.0

/**
 * Rules for jobs: pure functions of a job's state, independent of stores and nodes.
 */
@NullMarked
package io.distlock.internal.scheduling.rules;

import org.jspecify.annotations.NullMarked;
