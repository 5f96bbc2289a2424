// SPDX-License-Identifier: Apache-2.0

/**
 * Support for stores that use connections of the application's client, and messages about
 * releases.
 */
@NullMarked
package io.distlock.internal.connection;

import org.jspecify.annotations.NullMarked;
