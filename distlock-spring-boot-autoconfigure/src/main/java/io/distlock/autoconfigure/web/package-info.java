// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of responses to web clients.
 */
@NullMarked
package io.distlock.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
