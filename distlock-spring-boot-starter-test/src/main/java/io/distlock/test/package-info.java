// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of applications with locks: an in-process store, and control of its behavior.
 */
@NullMarked
package io.distlock.test;

import org.jspecify.annotations.NullMarked;
