// SPDX-License-Identifier: Apache-2.0

/**
 * What a method returns, and whether it is done when it has returned.
 */
@NullMarked
package io.distlock.interceptor.result;

import org.jspecify.annotations.NullMarked;
