// SPDX-License-Identifier: Apache-2.0

/**
 * Jobs of a cluster: what a ledger keeps, and what several nodes make of it.
 */
@NullMarked
package io.distlock.contract.job;

import org.jspecify.annotations.NullMarked;
