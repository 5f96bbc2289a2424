// SPDX-License-Identifier: Apache-2.0

/**
 * Key and condition expressions: parsing, evaluation context, and conversion of values to
 * texts.
 */
@NullMarked
package io.distlock.internal.interceptor.expression;

import org.jspecify.annotations.NullMarked;
