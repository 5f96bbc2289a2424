// SPDX-License-Identifier: Apache-2.0

/**
 * Ensures that each annotated method is locked or refused, at the start and ahead of
 * time.
 */
@NullMarked
package io.distlock.internal.interceptor.check;

import org.jspecify.annotations.NullMarked;
