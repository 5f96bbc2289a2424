// SPDX-License-Identifier: Apache-2.0

/**
 * API for distributed locks: operations, requests, held locks and exceptions.
 */
@NullMarked
package io.distlock;

import org.jspecify.annotations.NullMarked;
