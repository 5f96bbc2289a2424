// SPDX-License-Identifier: Apache-2.0

/**
 * Tables and charts of what was measured.
 */
@NullMarked
package io.distlock.benchmark.report;

import org.jspecify.annotations.NullMarked;
