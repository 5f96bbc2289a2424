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

package io.distlock.redis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.LockListing;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import org.jspecify.annotations.Nullable;

/**
 * Locks that were found, and what the servers say of each. A master that does not answer
 * hides its own locks only.
 */
final class DescribedLocks {

	private final List<StoredLock> held = new ArrayList<>();

	private final List<ScriptCall> calls;

	private final List<CompletableFuture<ScriptReply>> replies;

	private @Nullable LockStoreException failure;

	DescribedLocks(List<ScriptCall> calls, List<CompletableFuture<ScriptReply>> replies) {
		this.calls = calls;
		this.replies = replies;
	}

	/**
	 * Wait for the answers.
	 * @param complete whether all locks were found
	 * @return the locks that are held
	 * @throws LockStoreException if no server answered
	 */
	LockListing list(boolean complete) {
		int failures = 0;
		for (int i = 0; i < this.calls.size(); i++) {
			failures += isDescribed(this.calls.get(i), this.replies.get(i)) ? 0 : 1;
		}
		if (this.failure != null && failures == this.calls.size()) {
			throw this.failure;
		}
		this.held.sort(Comparator.comparing(StoredLock::key));
		return new LockListing(this.held, !complete || failures > 0);
	}

	private boolean isDescribed(ScriptCall call, CompletableFuture<ScriptReply> reply) {
		try {
			ScriptReply answer = RedisReplies.await(reply, call::purpose);
			StoredValues.lock(call.keys().get(0), answer, 0).ifPresent(this.held::add);
			return true;
		}
		catch (LockStoreException ex) {
			this.failure = ex;
			return false;
		}
	}

}
