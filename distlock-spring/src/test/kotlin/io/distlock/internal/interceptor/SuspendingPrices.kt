// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor

import io.distlock.LockMode
import io.distlock.annotation.ClusterConcurrencyLimit
import io.distlock.annotation.DistributedLock
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.reactive.awaitSingle
import kotlinx.coroutines.reactor.mono
import reactor.core.publisher.Mono

/**
 * One name, locked in each mode by a function that suspends.
 */
internal open class SuspendingPrices {

	@DistributedLock(name = "prices", waitTime = "0")
	open suspend fun exclusive(body: Mono<String>): String = body.awaitSingle()

	@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
	open suspend fun shared(body: Mono<String>): String = body.awaitSingle()

	@ClusterConcurrencyLimit(name = "prices", permits = 2, waitTime = "0")
	open suspend fun permit(body: Mono<String>): String = body.awaitSingle()

	companion object {

		/**
		 * Calls on the thread of the subscriber, where a lock of its stage or of itself is known.
		 */
		@JvmStatic
		fun call(prices: SuspendingPrices, mode: LockMode, body: Mono<String>): Mono<String> = mono(Dispatchers.Unconfined) {
			when (mode) {
				LockMode.EXCLUSIVE -> prices.exclusive(body)
				LockMode.SHARED -> prices.shared(body)
				LockMode.PERMIT -> prices.permit(body)
			}
		}

	}

}
