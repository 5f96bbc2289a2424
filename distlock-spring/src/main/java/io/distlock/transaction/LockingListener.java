// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import org.springframework.transaction.TransactionExecutionListener;

/**
 * Listener that takes locks when a transaction has begun, as reported by its transaction
 * manager.
 */
interface LockingListener extends TransactionExecutionListener {

}
