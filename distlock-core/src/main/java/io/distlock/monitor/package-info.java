// SPDX-License-Identifier: Apache-2.0

/**
 * What an engine tells of itself: how many locks it holds, and which.
 */
@NullMarked
package io.distlock.monitor;

import org.jspecify.annotations.NullMarked;
