// SPDX-License-Identifier: Apache-2.0

/**
 * The email that each customer of the shop gets once, whichever node sends it.
 */
@NullMarked
package io.distlock.sample.email;

import org.jspecify.annotations.NullMarked;
