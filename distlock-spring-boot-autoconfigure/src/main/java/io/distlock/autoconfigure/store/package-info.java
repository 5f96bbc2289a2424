// SPDX-License-Identifier: Apache-2.0

/**
 * Support for the auto-configuration of a store: its candidate, the clients of the
 * application, and the exception for an invalid configuration.
 */
@NullMarked
package io.distlock.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
