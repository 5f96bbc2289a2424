// SPDX-License-Identifier: Apache-2.0

/**
 * A provider inside one process, for tests and single-node development.
 */
@NullMarked
package io.distlock.local;

import org.jspecify.annotations.NullMarked;
