// SPDX-License-Identifier: Apache-2.0

/**
 * Support for readers of all annotations: textual attributes, and what is said of one
 * that cannot work.
 */
@NullMarked
package io.distlock.internal.annotation;

import org.jspecify.annotations.NullMarked;
