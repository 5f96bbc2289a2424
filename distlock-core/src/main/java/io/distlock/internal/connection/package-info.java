// SPDX-License-Identifier: Apache-2.0

/**
 * For stores that take connections from a client of the application, and that hear of
 * releases by messages.
 */
@NullMarked
package io.distlock.internal.connection;

import org.jspecify.annotations.NullMarked;
