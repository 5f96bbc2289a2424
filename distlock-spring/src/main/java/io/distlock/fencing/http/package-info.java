// SPDX-License-Identifier: Apache-2.0

/**
 * Tells other services the fencing token of the lock that a request is sent under.
 */
@NullMarked
package io.distlock.fencing.http;

import org.jspecify.annotations.NullMarked;
