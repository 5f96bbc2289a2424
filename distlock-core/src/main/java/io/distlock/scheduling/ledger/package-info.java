// SPDX-License-Identifier: Apache-2.0

/**
 * Records of the cluster's jobs in a store: the contract between the scheduler and a
 * store.
 */
@NullMarked
package io.distlock.scheduling.ledger;

import org.jspecify.annotations.NullMarked;
