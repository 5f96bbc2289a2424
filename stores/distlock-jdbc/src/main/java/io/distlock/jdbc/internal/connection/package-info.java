// SPDX-License-Identifier: Apache-2.0

/**
 * Own connections of the provider, independent of transactions of callers.
 */
@NullMarked
package io.distlock.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
