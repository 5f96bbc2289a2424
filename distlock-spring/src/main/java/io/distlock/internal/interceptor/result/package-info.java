// SPDX-License-Identifier: Apache-2.0

/**
 * Return types of methods, and whether a method is done when it has returned.
 */
@NullMarked
package io.distlock.internal.interceptor.result;

import org.jspecify.annotations.NullMarked;
