// SPDX-License-Identifier: Apache-2.0

/**
 * Checks at startup and ahead of time that each annotated method is locked or rejected.
 */
@NullMarked
package io.distlock.internal.interceptor.check;

import org.jspecify.annotations.NullMarked;
