/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.interceptor;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Refuses to commit a reactive transaction that began in a locked call which has lost its
 * lock. The listener does not see the Reactor context, so the lock has to be known to the
 * thread where the transaction begins: it is while the locked publisher is subscribed to,
 * and anywhere in a coroutine.
 */
final class ReactiveLossVeto implements TransactionExecutionListener {

	private final Map<TransactionExecution, List<SharedHold>> around = Collections.synchronizedMap(new WeakHashMap<>());

	@Override
	public void beforeBegin(TransactionExecution transaction) {
		List<SharedHold> holds = SharedHold.current();
		if (!holds.isEmpty()) {
			this.around.put(transaction, holds);
		}
	}

	/**
	 * Check the locks that were held when the transaction began.
	 * @throws io.distlock.LockLostException if one is lost that is not to be ignored
	 */
	@Override
	public void beforeCommit(TransactionExecution transaction) {
		List<SharedHold> holds = this.around.remove(transaction);
		if (holds != null) {
			holds.forEach(SharedHold::checkEntry);
		}
	}

}
