// SPDX-License-Identifier: Apache-2.0

/**
 * Support for all annotation readers: text attributes and validation errors.
 */
@NullMarked
package io.distlock.internal.annotation;

import org.jspecify.annotations.NullMarked;
