// SPDX-License-Identifier: Apache-2.0

/**
 * Each store under test, on servers that are started for it.
 */
@NullMarked
package io.distlock.faults.store.server;

import org.jspecify.annotations.NullMarked;
