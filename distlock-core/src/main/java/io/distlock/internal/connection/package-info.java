// SPDX-License-Identifier: Apache-2.0

/**
 * For stores that take connections from a client of the application.
 */
@NullMarked
package io.distlock.internal.connection;

import org.jspecify.annotations.NullMarked;
