// SPDX-License-Identifier: Apache-2.0

/**
 * How tests are run, repeated and skipped.
 */
@NullMarked
package io.distlock.testserver.junit;

import org.jspecify.annotations.NullMarked;
