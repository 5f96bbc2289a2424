// SPDX-License-Identifier: Apache-2.0

/**
 * Calls of observers whose failures do not end locks.
 */
@NullMarked
package io.distlock.internal.observer;

import org.jspecify.annotations.NullMarked;
