// SPDX-License-Identifier: Apache-2.0

/**
 * Calls of observers, with contained failures.
 */
@NullMarked
package io.distlock.internal.observer;

import org.jspecify.annotations.NullMarked;
