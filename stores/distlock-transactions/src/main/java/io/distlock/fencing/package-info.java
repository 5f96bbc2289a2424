// SPDX-License-Identifier: Apache-2.0

/**
 * Fencing: the database refuses writes of a holder whose lock has since been granted to
 * another owner.
 */
@NullMarked
package io.distlock.fencing;

import org.jspecify.annotations.NullMarked;
