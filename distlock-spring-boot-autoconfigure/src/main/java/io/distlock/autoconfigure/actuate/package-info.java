// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of the endpoints.
 */
@NullMarked
package io.distlock.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
