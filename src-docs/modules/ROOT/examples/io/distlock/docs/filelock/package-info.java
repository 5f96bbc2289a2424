// SPDX-License-Identifier: Apache-2.0

/**
 * A provider of locks, as the page on writing one shows it.
 */
@NullMarked
package io.distlock.docs.filelock;

import org.jspecify.annotations.NullMarked;
