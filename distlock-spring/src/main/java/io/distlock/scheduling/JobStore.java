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

package io.distlock.scheduling;

import io.distlock.LockOperations;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;

/**
 * Where jobs are kept: a provider's locks and its ledger.
 *
 * @param providerName the name of the provider, for messages
 * @param ledger what the provider remembers of jobs
 * @param locks locks of the same provider
 * @param keyPrefix separates applications that share a store
 * @param nodeName this node, for people who look at the records; at most 100 characters
 * @since 0.1.0
 */
public record JobStore(String providerName, JobLedger ledger, LockOperations locks, String keyPrefix, String nodeName) {

	public LockKey key(String jobName) {
		return new LockKey(this.keyPrefix, jobName);
	}

}
