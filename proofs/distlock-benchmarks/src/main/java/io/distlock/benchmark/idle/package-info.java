// SPDX-License-Identifier: Apache-2.0

/**
 * What an application pays before its first lock.
 */
@NullMarked
package io.distlock.benchmark.idle;

import org.jspecify.annotations.NullMarked;
