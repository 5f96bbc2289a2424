// SPDX-License-Identifier: Apache-2.0

/**
 * For stores in which those who want a lock stand in a line: who of them holds it, with
 * which fencing tokens, and for how long.
 * <p>
 * See the page 'own-provider' of the reference.
 */
@NullMarked
package io.distlock.line.internal;

import org.jspecify.annotations.NullMarked;
