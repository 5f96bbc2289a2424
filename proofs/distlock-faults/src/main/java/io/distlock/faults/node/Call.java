// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.faults.node.method.LockedMethods;
import io.distlock.faults.node.method.LockedWork;

/**
 * The ways to have a lock held for as long as something is done.
 */
enum Call {

	/** A callback of the template. */
	TEMPLATE {

		@Override
		void run(LockTemplate template, Map<LockMode, LockedMethods> methods, LockRequest request, LockedWork work) {
			template.executeWithoutResult(request, work::run);
		}

	},

	/** A method that blocks. */
	METHOD {

		@Override
		void run(LockTemplate template, Map<LockMode, LockedMethods> methods, LockRequest request, LockedWork work) {
			methods(methods, request).run(key(request), work);
		}

	},

	/** A method that returns a future. */
	STAGE {

		@Override
		void run(LockTemplate template, Map<LockMode, LockedMethods> methods, LockRequest request, LockedWork work) {
			await(methods(methods, request).stage(key(request), work));
		}

	},

	/** A method that returns a publisher. */
	MONO {

		@Override
		void run(LockTemplate template, Map<LockMode, LockedMethods> methods, LockRequest request, LockedWork work) {
			await(methods(methods, request).mono(key(request), work).toFuture());
		}

	};

	/**
	 * Do something under a lock, and return when it is released.
	 */
	abstract void run(LockTemplate template, Map<LockMode, LockedMethods> methods, LockRequest request,
			LockedWork work);

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

	private static LockedMethods methods(Map<LockMode, LockedMethods> methods, LockRequest request) {
		return Objects.requireNonNull(methods.get(request.mode()));
	}

	private static String key(LockRequest request) {
		return request.keys().get(0).substring(NodeProcess.KEYS.length());
	}

	/**
	 * An interrupt of the thread that waits ends nothing.
	 */
	private static void await(CompletableFuture<?> end) {
		try {
			end.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

}
