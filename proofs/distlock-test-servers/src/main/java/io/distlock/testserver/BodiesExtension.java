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

import java.lang.reflect.Method;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Leaves the bodies of tests out where only their set-up and clean-up are of interest.
 */
public final class BodiesExtension implements InvocationInterceptor {

	/**
	 * The system property that says whether bodies run.
	 */
	static final String RUN = "distlock.test.bodies";

	static final String LEFT_OUT = "The body of this test is left out";

	private static final boolean runs = Boolean.parseBoolean(System.getProperty(RUN, "true"));

	@Override
	public void interceptTestMethod(Invocation<Void> body, ReflectiveInvocationContext<Method> method,
			ExtensionContext context) throws Throwable {
		run(body);
	}

	@Override
	public void interceptTestTemplateMethod(Invocation<Void> body, ReflectiveInvocationContext<Method> method,
			ExtensionContext context) throws Throwable {
		run(body);
	}

	private static void run(Invocation<Void> body) throws Throwable {
		if (!runs) {
			body.skip();
			throw new TestAbortedException(LEFT_OUT);
		}
		body.proceed();
	}

}
