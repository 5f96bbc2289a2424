package io.distlock.internal.interceptor

import io.distlock.annotation.DistributedLock
import kotlinx.coroutines.delay

/**
 * Calls of locked functions. Those that are to be found have a comment at the end of their line.
 */
open class KotlinSelfCalls(private val other: KotlinSelfCalls?) {

	@DistributedLock("count")
	open fun count(shelf: String = "first", times: Int = 1): Int = shelf.length * times

	@DistributedLock("later")
	open suspend fun later(shelf: String): Int {
		delay(1)
		return shelf.length
	}

	open fun own(): Int {
		return count("own", 2) // past the proxy
	}

	open fun defaults(): Int {
		return count()
	}

	open fun inlined(): Int {
		return run {
			count("inlined", 1)
		}
	}

	open fun applied(): KotlinSelfCalls = apply {
		count("applied", 1)
	}

	open suspend fun beforeSuspension(): Int {
		return later("own")
	}

	open suspend fun aroundSuspension(): Int {
		val first = later("first")
		delay(1)
		return first + later("second")
	}

	open fun lambda(): () -> Int = {
		count("lambda", 1)
	}

	open fun others(): Int {
		return (other ?: this).count("either", 1) + (other?.count() ?: 0) + other!!.count("other", 1)
	}

	open suspend fun ofOther(): Int {
		delay(1)
		return other!!.later("other")
	}

}
