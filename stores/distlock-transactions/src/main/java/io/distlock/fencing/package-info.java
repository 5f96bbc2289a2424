// SPDX-License-Identifier: Apache-2.0

/**
 * Fencing: the database rejects writes of a holder whose lock another owner has had
 * meanwhile.
 */
@NullMarked
package io.distlock.fencing;

import org.jspecify.annotations.NullMarked;
