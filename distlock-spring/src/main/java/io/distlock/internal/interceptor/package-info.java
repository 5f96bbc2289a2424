// SPDX-License-Identifier: Apache-2.0

/**
 * Calls of locked methods: advisors and interceptors, and the call under the lock for
 * each style of return value.
 */
@NullMarked
package io.distlock.internal.interceptor;

import org.jspecify.annotations.NullMarked;
