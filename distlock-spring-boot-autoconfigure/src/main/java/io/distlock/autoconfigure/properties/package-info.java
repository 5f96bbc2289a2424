// SPDX-License-Identifier: Apache-2.0

/**
 * Checks for all properties.
 */
@NullMarked
package io.distlock.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
