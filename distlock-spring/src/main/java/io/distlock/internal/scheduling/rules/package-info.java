// SPDX-License-Identifier: Apache-2.0

/**
 * Decides what happens to jobs: functions of what the store knows, which know neither
 * stores nor nodes.
 */
@NullMarked
package io.distlock.internal.scheduling.rules;

import org.jspecify.annotations.NullMarked;
