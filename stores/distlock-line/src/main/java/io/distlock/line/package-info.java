// SPDX-License-Identifier: Apache-2.0

/**
 * Locks and jobs in stores that keep keys which go with sessions, such as etcd. Those who
 * want a lock stand in a line. What does not depend on the store is here, and a
 * {@link io.distlock.line.LineStore} does the rest.
 * <p>
 * See the page 'own-provider' of the reference.
 */
@NullMarked
package io.distlock.line;

import org.jspecify.annotations.NullMarked;
