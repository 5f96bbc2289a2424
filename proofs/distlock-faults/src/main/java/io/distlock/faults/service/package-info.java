// SPDX-License-Identifier: Apache-2.0

/**
 * How long callers are without service after a fault.
 */
@NullMarked
package io.distlock.faults.service;

import org.jspecify.annotations.NullMarked;
