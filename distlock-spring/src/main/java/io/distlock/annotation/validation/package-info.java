// SPDX-License-Identifier: Apache-2.0

/**
 * What the readers of all annotations share: textual attributes, and what is said of one
 * that cannot work.
 */
@NullMarked
package io.distlock.annotation.validation;

import org.jspecify.annotations.NullMarked;
