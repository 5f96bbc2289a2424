// SPDX-License-Identifier: Apache-2.0

/**
 * Service provider interface between the lock engine and a store.
 */
@NullMarked
package io.distlock.provider;

import org.jspecify.annotations.NullMarked;
