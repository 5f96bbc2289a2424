// SPDX-License-Identifier: Apache-2.0

/**
 * SSL bundles for connections of distlock's own.
 */
@NullMarked
package io.distlock.autoconfigure.ssl;

import org.jspecify.annotations.NullMarked;
