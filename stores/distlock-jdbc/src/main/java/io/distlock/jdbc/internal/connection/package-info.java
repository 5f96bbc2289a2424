// SPDX-License-Identifier: Apache-2.0

/**
 * Connections of the provider's own, which take part in no transaction of a caller.
 */
@NullMarked
package io.distlock.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
