// SPDX-License-Identifier: Apache-2.0

/**
 * Lock store inside this process.
 */
@NullMarked
package io.distlock.local;

import org.jspecify.annotations.NullMarked;
