// SPDX-License-Identifier: Apache-2.0

/**
 * Distributed locks: what applications call, and what they get back.
 */
@NullMarked
package io.distlock;

import org.jspecify.annotations.NullMarked;
