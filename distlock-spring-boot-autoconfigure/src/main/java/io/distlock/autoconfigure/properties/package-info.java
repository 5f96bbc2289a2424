// SPDX-License-Identifier: Apache-2.0

/**
 * What all properties are checked with.
 */
@NullMarked
package io.distlock.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
