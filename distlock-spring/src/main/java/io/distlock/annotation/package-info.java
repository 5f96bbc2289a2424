// SPDX-License-Identifier: Apache-2.0

/**
 * Annotations that put a lock around a method.
 */
@NullMarked
package io.distlock.annotation;

import org.jspecify.annotations.NullMarked;
