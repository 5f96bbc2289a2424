// SPDX-License-Identifier: Apache-2.0

/**
 * The code that the README and the reference show.
 */
@NullMarked
package io.distlock.docs;

import org.jspecify.annotations.NullMarked;
