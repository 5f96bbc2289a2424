// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.junit;

import java.lang.reflect.Method;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Leaves the bodies of tests out where only their set-up and clean-up are of interest.
 */
// Compilers before Java 22 do not see that JUnit means Invocation<@Nullable Void>
@SuppressWarnings("NullAway")
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
