// SPDX-License-Identifier: Apache-2.0

/**
 * Support for the auto-configuration of a store: its candidate for the locks, the clients
 * of the application, and the exception for a configuration that cannot be used.
 */
@NullMarked
package io.distlock.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
