// SPDX-License-Identifier: Apache-2.0

/**
 * Choice of the store, engines of providers, and checks of properties, which the
 * auto-configurations share.
 */
@NullMarked
package io.distlock.autoconfigure.internal;

import org.jspecify.annotations.NullMarked;
