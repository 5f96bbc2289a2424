// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import org.springframework.transaction.TransactionExecutionListener;

/**
 * A listener that takes locks when a transaction has begun: a manager that has one tells
 * when that is.
 */
interface LockingListener extends TransactionExecutionListener {

}
