// SPDX-License-Identifier: Apache-2.0

/**
 * What sells best, kept ready by the one node that leads.
 */
@NullMarked
package io.distlock.sample.bestseller;

import org.jspecify.annotations.NullMarked;
