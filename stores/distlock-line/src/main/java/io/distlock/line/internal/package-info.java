// SPDX-License-Identifier: Apache-2.0

/**
 * Support for stores with ordered queues: determines holders, fencing tokens and the end
 * of leases.
 * <p>
 * See the page 'own-provider' of the reference.
 */
@NullMarked
package io.distlock.line.internal;

import org.jspecify.annotations.NullMarked;
