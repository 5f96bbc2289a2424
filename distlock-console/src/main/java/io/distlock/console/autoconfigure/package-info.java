// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of the console.
 */
@NullMarked
package io.distlock.console.autoconfigure;

import org.jspecify.annotations.NullMarked;
