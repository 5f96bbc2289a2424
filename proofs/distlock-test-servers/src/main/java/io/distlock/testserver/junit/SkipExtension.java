// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.junit;

import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Keeps a skip a skip. Where the set-up or a test was aborted, a method that tidies up
 * may fall over what was never opened, and what a test opens deep inside an application
 * may arrive as the cause of another exception. Neither makes an error of it.
 */
public final class SkipExtension
		implements BeforeAllCallback, LifecycleMethodExecutionExceptionHandler, TestExecutionExceptionHandler {

	/**
	 * Let the static fields of the test be set, which may ask for a server.
	 */
	@Override
	public void beforeAll(ExtensionContext context) {
		Class<?> test = context.getRequiredTestClass();
		try {
			Class.forName(test.getName(), true, test.getClassLoader());
		}
		catch (ClassNotFoundException | LinkageError ex) {
			skip(ex).ifPresent((skip) -> {
				throw skip;
			});
		}
	}

	@Override
	public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
		throw skipOr(thrown);
	}

	@Override
	public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
		throw skipOr(thrown);
	}

	@Override
	public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
		throw skipOr(thrown);
	}

	@Override
	public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
		handleAfter(context, thrown);
	}

	@Override
	public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
		handleAfter(context, thrown);
	}

	private static void handleAfter(ExtensionContext context, Throwable thrown) throws Throwable {
		Optional<TestAbortedException> skip = context.getExecutionException().flatMap(SkipExtension::skip);
		skip.orElseThrow(() -> thrown).addSuppressed(thrown);
	}

	private static Throwable skipOr(Throwable thrown) {
		return skip(thrown).<Throwable>map((skip) -> skip).orElse(thrown);
	}

	private static Optional<TestAbortedException> skip(Throwable thrown) {
		return Stream.iterate(thrown, (each) -> each != null, Throwable::getCause)
			.filter(TestAbortedException.class::isInstance)
			.map(TestAbortedException.class::cast)
			.findFirst();
	}

}
