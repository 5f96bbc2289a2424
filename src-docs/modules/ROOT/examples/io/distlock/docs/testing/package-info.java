// SPDX-License-Identifier: Apache-2.0

/**
 * An application and its tests, as the page on testing shows them.
 */
@NullMarked
package io.distlock.docs.testing;

import org.jspecify.annotations.NullMarked;
