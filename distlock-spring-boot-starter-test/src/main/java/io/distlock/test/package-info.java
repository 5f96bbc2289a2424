// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of applications that use locks: a store inside the test, and a hand on what it
 * does.
 */
@NullMarked
package io.distlock.test;

import org.jspecify.annotations.NullMarked;
