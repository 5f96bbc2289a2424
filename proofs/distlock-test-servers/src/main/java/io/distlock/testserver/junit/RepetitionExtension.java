// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.junit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.TestAbortedException;

/**
 * Lets the build repeat tests of timing only: any other test that has failed fails again
 * when it is repeated, without being run.
 */
public final class RepetitionExtension implements TestWatcher, BeforeAllCallback, BeforeEachCallback,
		LifecycleMethodExecutionExceptionHandler, InvocationInterceptor {

	private static final String TIMING = "timing";

	private static final String SAFETY = "safety";

	@Override
	public void beforeAll(ExtensionContext context) {
		refuseToRepeat(context);
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		refuseToRepeat(context);
	}

	/**
	 * JUnit tells watchers nothing of dynamic tests.
	 */
	// Compilers before Java 22 do not see that JUnit means Invocation<@Nullable Void>
	@Override
	@SuppressWarnings("NullAway")
	public void interceptDynamicTest(Invocation<Void> test, DynamicTestInvocationContext invocation,
			ExtensionContext context) throws Throwable {
		refuseToRepeat(context);
		try {
			test.proceed();
		}
		catch (Throwable failure) {
			if (!(failure instanceof TestAbortedException)) {
				note(context);
			}
			throw failure;
		}
	}

	private static void refuseToRepeat(ExtensionContext context) {
		if (mark(context).filter(Files::exists).isPresent()) {
			throw new AssertionError(
					"This test has failed, and only tests tagged as '%s' are repeated".formatted(TIMING));
		}
	}

	@Override
	public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
		note(context);
	}

	@Override
	public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
		note(context);
		throw failure;
	}

	@Override
	public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
		note(context);
		throw failure;
	}

	private static void note(ExtensionContext context) {
		boolean repeatable = isTagged(context, TIMING) && !isTagged(context, SAFETY);
		mark(context).filter((mark) -> !repeatable).ifPresent(RepetitionExtension::write);
	}

	/**
	 * A dynamic test has the tags of the method that made it.
	 */
	private static boolean isTagged(ExtensionContext context, String tag) {
		return context.getTags().contains(tag)
				|| context.getParent().filter((parent) -> isTagged(parent, tag)).isPresent();
	}

	private static void write(Path mark) {
		try {
			Files.createDirectories(mark.getParent());
			Files.writeString(mark, "failed");
		}
		catch (IOException ex) {
			throw new IllegalStateException("Cannot note that a test has failed", ex);
		}
	}

	/**
	 * Return the file that says whether a test has failed in this build, if it is one.
	 */
	private static Optional<Path> mark(ExtensionContext context) {
		if (System.getProperty("basedir") == null) {
			return Optional.empty();
		}
		String test = UUID.nameUUIDFromBytes(context.getUniqueId().getBytes(StandardCharsets.UTF_8)).toString();
		return ProcessHandle.current()
			.parent()
			.map((build) -> Path.of(System.getProperty("basedir"), "target", "failed-tests", name(build), test));
	}

	private static String name(ProcessHandle build) {
		return build.pid() + "-" + build.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
	}

}
