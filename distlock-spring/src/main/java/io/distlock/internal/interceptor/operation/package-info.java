// SPDX-License-Identifier: Apache-2.0

/**
 * What the annotations of a locked method say, read once into an immutable operation.
 */
@NullMarked
package io.distlock.internal.interceptor.operation;

import org.jspecify.annotations.NullMarked;
