// SPDX-License-Identifier: Apache-2.0

/**
 * Common parts of the auto-configurations: selection of the store, engines of providers,
 * and checks of properties.
 */
@NullMarked
package io.distlock.autoconfigure.internal;

import org.jspecify.annotations.NullMarked;
