// SPDX-License-Identifier: Apache-2.0

/**
 * Lets the database refuse what a holder does whose lock another owner has had meanwhile.
 */
@NullMarked
package io.distlock.fencing;

import org.jspecify.annotations.NullMarked;
