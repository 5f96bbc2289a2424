// SPDX-License-Identifier: Apache-2.0

/**
 * What web clients are told when a lock is busy, or when its store does not answer.
 */
@NullMarked
package io.distlock.web;

import org.jspecify.annotations.NullMarked;
