// SPDX-License-Identifier: Apache-2.0

/**
 * What a store remembers of the cluster's jobs: the contract between the scheduler and a
 * store.
 */
@NullMarked
package io.distlock.scheduling.ledger;

import org.jspecify.annotations.NullMarked;
