// SPDX-License-Identifier: Apache-2.0

/**
 * Why an application does not start, and what helps.
 */
@NullMarked
package io.distlock.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
