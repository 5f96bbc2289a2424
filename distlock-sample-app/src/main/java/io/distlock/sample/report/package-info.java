// SPDX-License-Identifier: Apache-2.0

/**
 * Reports, of which the cluster makes two at a time.
 */
@NullMarked
package io.distlock.sample.report;

import org.jspecify.annotations.NullMarked;
