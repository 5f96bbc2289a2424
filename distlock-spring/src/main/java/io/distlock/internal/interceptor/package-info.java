// SPDX-License-Identifier: Apache-2.0

/**
 * Calls of locked methods: through pointcut, advisor and interceptor to the call under
 * its lock, for each way in which a method may return.
 */
@NullMarked
package io.distlock.internal.interceptor;

import org.jspecify.annotations.NullMarked;
