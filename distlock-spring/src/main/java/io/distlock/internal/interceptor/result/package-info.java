// SPDX-License-Identifier: Apache-2.0

/**
 * Return types of methods, and the completion of their work.
 */
@NullMarked
package io.distlock.internal.interceptor.result;

import org.jspecify.annotations.NullMarked;
