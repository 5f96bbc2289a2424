// SPDX-License-Identifier: Apache-2.0

/**
 * What the annotation costs.
 */
@NullMarked
package io.distlock.benchmark.annotation;

import org.jspecify.annotations.NullMarked;
