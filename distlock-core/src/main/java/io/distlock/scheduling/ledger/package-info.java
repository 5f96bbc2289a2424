// SPDX-License-Identifier: Apache-2.0

/**
 * Cluster jobs in a store: service provider interface between the scheduler and a store.
 */
@NullMarked
package io.distlock.scheduling.ledger;

import org.jspecify.annotations.NullMarked;
