// SPDX-License-Identifier: Apache-2.0

/**
 * Keys and conditions: expressions, what they see, and the text that comes of them.
 */
@NullMarked
package io.distlock.internal.interceptor.expression;

import org.jspecify.annotations.NullMarked;
