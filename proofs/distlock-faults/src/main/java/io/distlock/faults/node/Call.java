// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import reactor.core.publisher.Mono;

/**
 * The ways to have a lock held for as long as something is done.
 */
enum Call {

	/** A callback of the template. */
	TEMPLATE {

		@Override
		void run(LockTemplate template, LockedMethods methods, LockRequest request, LockedWork work) {
			template.executeWithoutResult(request, work::run);
		}

	},

	/** A method that blocks. */
	METHOD {

		@Override
		void run(LockTemplate template, LockedMethods methods, LockRequest request, LockedWork work) {
			String key = key(request);
			switch (request.mode()) {
				case EXCLUSIVE -> methods.run(key, work);
				case SHARED -> methods.runShared(key, work);
				case PERMIT -> methods.runWithPermit(key, work);
			}
		}

	},

	/** A method that returns a future. */
	STAGE {

		@Override
		void run(LockTemplate template, LockedMethods methods, LockRequest request, LockedWork work) {
			String key = key(request);
			CompletableFuture<Void> result = switch (request.mode()) {
				case EXCLUSIVE -> methods.stage(key, work);
				case SHARED -> methods.stageShared(key, work);
				case PERMIT -> methods.stageWithPermit(key, work);
			};
			await(result);
		}

	},

	/** A method that returns a publisher. */
	MONO {

		@Override
		void run(LockTemplate template, LockedMethods methods, LockRequest request, LockedWork work) {
			String key = key(request);
			Mono<Void> result = switch (request.mode()) {
				case EXCLUSIVE -> methods.mono(key, work);
				case SHARED -> methods.monoShared(key, work);
				case PERMIT -> methods.monoWithPermit(key, work);
			};
			await(result.toFuture());
		}

	};

	/**
	 * Do something under a lock, and return when it is released.
	 */
	abstract void run(LockTemplate template, LockedMethods methods, LockRequest request, LockedWork work);

	/**
	 * Return whether a request says how long to wait, and not an annotation.
	 */
	boolean takesRequest() {
		return this == TEMPLATE;
	}

	/**
	 * Choose a call within this one that finds the lock of this one. A lock of a thread
	 * is found by calls that block only.
	 */
	Call nested(Random random) {
		Call[] nested = { METHOD, STAGE, MONO };
		return (this == STAGE || this == MONO) ? nested[random.nextInt(nested.length)] : METHOD;
	}

	private static String key(LockRequest request) {
		return request.keys().get(0).substring(NodeProcess.KEYS.length());
	}

	/**
	 * An interrupt of the thread that waits ends nothing.
	 */
	private static void await(CompletableFuture<Void> end) {
		try {
			end.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

}
