// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of what web clients are told.
 */
@NullMarked
package io.distlock.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
