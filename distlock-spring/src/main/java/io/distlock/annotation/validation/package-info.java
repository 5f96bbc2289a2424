// SPDX-License-Identifier: Apache-2.0

/**
 * Support for readers of all annotations: textual attributes, and what is said of one
 * that cannot work.
 */
@NullMarked
package io.distlock.annotation.validation;

import org.jspecify.annotations.NullMarked;
