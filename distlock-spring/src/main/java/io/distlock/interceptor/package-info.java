// SPDX-License-Identifier: Apache-2.0

/**
 * Locked methods: from the annotation to an immutable operation, and from there through
 * pointcut, advisor and interceptor to the call.
 */
@NullMarked
package io.distlock.interceptor;

import org.jspecify.annotations.NullMarked;
