// SPDX-License-Identifier: Apache-2.0

/**
 * Tables of what came of campaigns, for the reference.
 */
@NullMarked
package io.distlock.faults.report;

import org.jspecify.annotations.NullMarked;
