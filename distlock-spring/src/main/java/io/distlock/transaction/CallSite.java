// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.concurrent.locks.Lock;

import io.distlock.LockOperations;
import io.distlock.TransactionLocks;

/**
 * Finds the application's code that has called a template. Slow.
 */
final class CallSite {

	private static final List<String> LIBRARIES = List.of("java.", "jdk.", "org.springframework.", "kotlin.");

	private CallSite() {
	}

	static String find() {
		return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
			.walk((frames) -> frames.dropWhile((frame) -> !isEntry(frame))
				.dropWhile((frame) -> isEntry(frame) || isLibrary(frame))
				.findFirst())
			.map(CallSite::describe)
			.orElse("an unknown caller");
	}

	private static boolean isEntry(StackFrame frame) {
		Class<?> type = frame.getDeclaringClass();
		return LockOperations.class.isAssignableFrom(type) || Lock.class.isAssignableFrom(type)
				|| TransactionLocks.class.isAssignableFrom(type);
	}

	private static boolean isLibrary(StackFrame frame) {
		return LIBRARIES.stream().anyMatch(frame.getClassName()::startsWith);
	}

	private static String describe(StackFrame frame) {
		return "%s (line %d)".formatted(frame.getClassName() + "." + frame.getMethodName() + "()",
				frame.getLineNumber());
	}

}
