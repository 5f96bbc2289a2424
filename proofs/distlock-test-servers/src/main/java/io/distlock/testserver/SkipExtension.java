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

package io.distlock.testserver;

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
