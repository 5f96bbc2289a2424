// SPDX-License-Identifier: Apache-2.0

/**
 * Explanations and remedies for applications that fail to start.
 */
@NullMarked
package io.distlock.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
